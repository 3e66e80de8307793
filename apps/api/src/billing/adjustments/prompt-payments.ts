import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import sql from 'sql-template-tag';
import { holds } from '../../platform/access.ts';
import { asAction } from '../../platform/as-action.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { preparePromptDiscount } from './prompt-discount.ts';

/** A discount for prompt payment that was given with a payment. */
export interface GivenDiscount {
  readonly credit_note_id: string;
  /** Draft where who applies the payment may not issue documents. */
  readonly status: 'issued' | 'draft';
}

/** Whether the actor may issue the notes; otherwise they stay drafts. */
export const mayIssueNotes = ({ actor }: Pick<HandlerContext, 'actor'>): boolean =>
  holds(actor, 'invoices.issue');

/**
 * Locks the order lines that notes on these invoices bill, before the counter of entries, in the order of their ids. The
 * invoices are locked.
 */
export const lockNotedLines = async (tx: Transaction, invoiceIds: readonly string[]): Promise<void> => {
  if (invoiceIds.length === 0) return;
  await tx.query(sql`
    SELECT FROM order_lines WHERE id IN (
      SELECT order_line_id FROM invoice_lines WHERE invoice_id = ANY(${invoiceIds}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`);
};

/**
 * Gives the invoices that a payment left with exactly their discount that discount: its note is prepared, and issued if the
 * user may do that. Their order lines are locked (`lockNotedLines`).
 */
export const givePromptDiscounts = async (
  context: HandlerContext,
  invoiceIds: readonly string[],
): Promise<readonly GivenDiscount[]> => {
  const { tx, server, actor, now } = context;
  const served = servedOf(server, invoices.name);
  const earned = await tx.query<{ id: string }>(sql`
    SELECT i.id FROM invoices i WHERE i.id = ANY(${invoiceIds}::uuid[]) AND prompt_discount_earned(i)
      AND NOT EXISTS (
        SELECT FROM prompt_discounts d JOIN invoices n ON n.id = d.credit_note_id
        WHERE d.invoice_id = i.id AND n.status <> 'voided' AND n.archived_at IS NULL)
    ORDER BY i.id`);
  const given: GivenDiscount[] = [];
  for (const { id } of earned) {
    const invoice = parseRecord(await readRecord(tx, served.table, id, actor));
    const noteId = await preparePromptDiscount(tx, invoice, companyDay(now.getTime()));
    if (mayIssueNotes(context))
      await asAction(tx, 'issue', () => runCommand(context, served, 'issue', { input: {} }, noteId));
    given.push({ credit_note_id: noteId, status: mayIssueNotes(context) ? 'issued' : 'draft' });
  }
  return given;
};

/** What became of the discounts of invoices whose payment was taken back. */
export interface TakenDiscounts {
  /** Drafts that were archived. */
  readonly archived: number;
  /** Debit notes that charge again what issued notes gave. */
  readonly charged: number;
}

/** Prepares the debit note that charges an issued note again: each of its lines at its base and its tax, without commission. */
const insertDebitNote = async (tx: Transaction, noteId: string): Promise<string> => {
  const row = await tx.one<{ id: string }>(sql`
    WITH note AS (
      INSERT INTO invoices (concept, doc_kind, company_id, client_id, agency_id, bill_to, modifies_invoice_id, currency_code,
        income_type, agency_commission_pct, commission_mode, gross, net, taxable, tax, total)
      SELECT left('Pronto pago sin efecto de ' || i.internal_no || ' · ' || i.concept, 160), 'debit_note', n.company_id,
        n.client_id, n.agency_id, n.bill_to, i.id, n.currency_code, n.income_type, CASE WHEN n.agency_id IS NOT NULL THEN 0 END,
        CASE WHEN n.agency_id IS NOT NULL THEN 'later_settlement' END, n.taxable, n.taxable, n.taxable, n.tax, n.total
      FROM invoices n JOIN invoices i ON i.id = n.modifies_invoice_id WHERE n.id = ${noteId}::uuid RETURNING id),
    written AS (
      INSERT INTO invoice_lines (id, invoice_id, position, description, ad_article_id, quantity, unit_price, tax_rate_id,
        gl_account_id, tax_pct, gross, net, taxable, tax, total)
      SELECT new_id(), note.id, l.position, left('Sin efecto · ' || l.description, 200), l.ad_article_id, 1, l.taxable,
        coalesce(l.tax_rate_id, (SELECT r.id FROM tax_rates r
          WHERE r.pct = l.tax_pct AND r.archived_at IS NULL ORDER BY r.is_default DESC, r.is_exempt, r.code, r.id LIMIT 1)),
        l.gl_account_id, l.tax_pct, l.taxable, l.taxable, l.taxable, l.tax, l.total
      FROM note CROSS JOIN invoice_lines l WHERE l.invoice_id = ${noteId}::uuid)
    SELECT id FROM note`);
  if (!row) throw new Error(`there is no note ${noteId}`);
  return row.id;
};

/**
 * Takes back the discounts of invoices that are no longer paid: drafts of their notes are archived, and what an issued note
 * gave is charged again by a debit note, because a fiscal number cannot vanish. The invoices are locked.
 */
export const takeBackPromptDiscounts = async (
  tx: Transaction,
  invoiceIds: readonly string[],
): Promise<TakenDiscounts> => {
  const discounts = await tx.query<{ id: string; note: string; status: string }>(sql`
    SELECT d.id, n.id AS note, n.status FROM prompt_discounts d JOIN invoices n ON n.id = d.credit_note_id
      JOIN invoices i ON i.id = d.invoice_id LEFT JOIN invoices c ON c.id = d.debit_note_id
    WHERE d.invoice_id = ANY(${invoiceIds}::uuid[]) AND n.status <> 'voided' AND n.archived_at IS NULL AND i.balance > 0
      AND (c.id IS NULL OR c.status = 'voided' OR c.archived_at IS NOT NULL)
    ORDER BY d.id`);
  let archived = 0;
  let charged = 0;
  for (const { id, note, status } of discounts) {
    if (status === 'issued') {
      const debitId = await insertDebitNote(tx, note);
      await tx.query(
        sql`UPDATE prompt_discounts SET debit_note_id = ${debitId}::uuid WHERE id = ${id}::uuid`,
      );
      charged += 1;
      continue;
    }
    await asAction(tx, 'archive', () =>
      tx.query(sql`UPDATE invoices SET archived_at = now() WHERE id = ${note}::uuid`),
    );
    archived += 1;
  }
  return { archived, charged };
};

/**
 * Archives the drafts that charge discounts again, of invoices that payments have settled in time after all. The invoices
 * are locked.
 */
export const dropPromptCharges = async (tx: Transaction, invoiceIds: readonly string[]): Promise<void> => {
  const drafts = await tx.query<{ id: string }>(sql`
    SELECT c.id FROM prompt_discounts d JOIN invoices c ON c.id = d.debit_note_id JOIN invoices i ON i.id = d.invoice_id
    WHERE d.invoice_id = ANY(${invoiceIds}::uuid[]) AND c.status IN ('draft', 'reviewed') AND c.archived_at IS NULL
      AND i.balance = 0 AND late_payment(i) IS NULL
    ORDER BY c.id`);
  if (drafts.length === 0) return;
  await asAction(tx, 'archive', () =>
    tx.query(sql`
      UPDATE invoices SET archived_at = now() WHERE id = ANY(${drafts.map(({ id }) => id)}::uuid[])`),
  );
};
