import { agencyTermsOf, isCommissionable } from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { type RebatedLine, type RebateNote, rebateNote } from '@pauta/domain/billing/rebates/rebate-note.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isZero, subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { insertAmountNote } from '../adjustments/insert-amount-note.ts';
import { invoiceTables } from '../invoices/invoice-tables.ts';

/** The invoices that one rebate can reduce. */
const mostInvoices = 200;

/** The reason of notes for volume rebates, where it was not removed. */
const ownReason = 'NC-BONIFICACION';

interface OpenInvoice {
  readonly id: string;
  readonly internal_no: string;
  readonly fiscal_number: string;
  readonly company_id: string;
  readonly client_id: string;
  readonly agency_id: string;
  readonly contract_id: string | null;
  readonly currency_code: string;
  readonly agency_commission_pct: string | null;
  readonly commission_mode: string | null;
  /** Less what drafts of notes take back. */
  readonly balance: string;
  readonly lines: readonly (Omit<RebatedLine, 'agency_pct'> & {
    readonly order_line_id: string | null;
    readonly ad_article_id: string | null;
  })[];
}

interface PlannedNote {
  readonly invoice: OpenInvoice;
  readonly note: RebateNote;
}

interface Plan {
  readonly notes: readonly PlannedNote[];
  readonly currency: string;
}

/** What no active note gives of a rebate, which is locked. */
const leftOf = async (tx: Transaction, id: string): Promise<string> => {
  const row = await tx.one<{ left: string }>(sql`
    SELECT (r.amount - (
      SELECT coalesce(sum(n.taxable), 0) FROM rebate_accrual_credit_notes l JOIN invoices n ON n.id = l.credit_note_id
      WHERE l.rebate_accrual_id = r.id AND n.status <> 'voided' AND n.archived_at IS NULL))::text AS left
    FROM rebate_accruals r WHERE r.id = ${id}::uuid FOR NO KEY UPDATE OF r`);
  return row?.left ?? '0.00';
};

/** The invoices of the period that were billed to the agency and are owed, the oldest first; locked in the order of their ids. */
const lockOwed = async (tx: Transaction, id: string): Promise<OpenInvoice[]> => {
  const found = await tx.query<{ id: string }>(sql`
    SELECT i.id FROM rebate_accruals r JOIN invoices i ON i.bill_to = 'agency'
      AND i.agency_id = ANY(with_merged_agencies(r.agency_id)) AND i.company_id = r.company_id
      AND i.currency_code = r.currency_code AND i.issue_date <@ r.period AND i.balance > 0
    WHERE r.id = ${id}::uuid AND i.opening_id IS NULL ORDER BY i.issue_date, i.id LIMIT ${mostInvoices}`);
  const ids = found.map((one) => one.id);
  await tx.query(sql`SELECT FROM invoices WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  return tx.query<OpenInvoice>(sql`
    SELECT i.id, i.internal_no, i.fiscal_number, i.company_id, i.client_id, i.agency_id, i.contract_id, i.currency_code,
      i.agency_commission_pct::text, i.commission_mode, (i.balance - (
        SELECT coalesce(sum(n.total), 0) FROM invoices n WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note'
          AND n.status IN ('draft', 'reviewed') AND n.archived_at IS NULL))::text AS balance, (
        SELECT json_agg(json_build_object('id', c.id, 'order_line_id', l.order_line_id, 'ad_article_id', l.ad_article_id,
          'tax_pct', c.tax_pct::text, 'gross', c.gross::text, 'net', c.net::text, 'agency_discount', c.agency_discount::text,
          'taxable', c.taxable::text, 'tax', c.tax::text, 'total', c.total::text) ORDER BY l.position, l.id)
        FROM creditable_lines c JOIN invoice_lines l ON l.id = c.id WHERE c.invoice_id = i.id) AS lines
    FROM invoices i WHERE i.id = ANY(${ids}::uuid[]) ORDER BY i.issue_date, i.id`);
};

/** The note that gives as much of an amount by an invoice as it can; null if that is nothing. */
const noteFor = async (
  tx: Transaction,
  wanted: string,
  { lines, balance, ...header }: OpenInvoice,
  day: string,
): Promise<RebateNote | null> => {
  const tables = await invoiceTables(tx, { ...header, lines }, day);
  const terms = agencyTermsOf(header, tables);
  const pct = terms?.mode === 'invoice_discount' ? terms.pct : '0';
  return rebateNote(wanted, {
    currency: header.currency_code,
    balance,
    lines: lines.map((line) => ({ ...line, agency_pct: isCommissionable(line, tables) ? pct : '0' })),
  });
};

/**
 * Prepares the drafts of the credit notes that give a rebate by the invoices of its period, the oldest first. The amount is
 * before tax: each note also takes back the tax of what it gives.
 */
export const creditRebate: CommandHandler<Plan, AnyRecord> = {
  answer: {
    notes: { type: 'array', items: { type: 'object', additionalProperties: true } },
    currency_code: { type: 'string' },
  },
  plan: async ({ tx, now }, rebate) => {
    const currency = String(rebate.currency_code);
    const money = (amount: string): string => formatAmount({ currency, amount });
    let left = await leftOf(tx, rebate.id);
    if (isZero(left))
      throw conflict('notes_prepared', 'Sus notas de crédito ya están preparadas: emítalas, o archívelas.');
    const wanted = left;
    const notes: PlannedNote[] = [];
    for (const invoice of await lockOwed(tx, rebate.id)) {
      if (isZero(left)) break;
      const note = await noteFor(tx, left, invoice, companyDay(now.getTime()));
      if (!note) continue;
      notes.push({ invoice, note });
      left = subtract(left, note.header.taxable);
    }
    if (!isZero(left))
      throw conflict(
        'not_enough_owed',
        `De las facturas del periodo a nombre de la agencia se debe lo que alcanza para ${money(subtract(wanted, left))}, y faltan ${money(left)}. Pague la bonificación.`,
      );
    return { notes, currency };
  },
  toAnswer: (_context, { notes, currency }) => ({
    notes: notes.map(({ invoice, note: { header } }) => ({
      invoice_id: invoice.id,
      internal_no: invoice.internal_no,
      fiscal_number: invoice.fiscal_number,
      taxable: header.taxable,
      tax: header.tax,
      total: header.total,
    })),
    currency_code: currency,
  }),
  run: async ({ tx }, rebate, _input, { notes }) => {
    for (const { invoice, note } of notes) {
      const noteId = await insertAmountNote(tx, {
        invoiceId: invoice.id,
        title: 'Bonificación por volumen',
        reason: ownReason,
        ...note,
      });
      await tx.query(sql`
        INSERT INTO rebate_accrual_credit_notes (rebate_accrual_id, credit_note_id)
        VALUES (${referenceId(rebate.id)}::uuid, ${noteId}::uuid)`);
    }
    await tx.query(
      sql`UPDATE rebate_accruals SET status = 'crediting' WHERE id = ${rebate.id}::uuid AND status <> 'crediting'`,
    );
  },
};
