import { type Payer, payerOf } from '@pauta/domain/billing/account-party.ts';
import { type DueTerm, dueDate, dueInstalments } from '@pauta/domain/billing/invoices/due-date.ts';
import {
  type DocKind,
  docKinds,
  electronicOf,
  needsTaxId,
  paperOf,
  proposedDocument,
} from '@pauta/domain/billing/invoices/fiscal-document.ts';
import {
  agencyTermsOf,
  type InvoiceTables,
  invoiceTotals,
  isCommissionable,
} from '@pauta/domain/billing/invoices/invoice-totals.ts';
import { invoicePostings, reversed } from '@pauta/domain/billing/ledger/postings.ts';
import { companyWithoutTaxId, payerWithoutTaxId } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { percentOf, round, sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import { numberExpiry, takeFiscalNumber } from '../../finance/fiscal-number.ts';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import { requireRate } from '../../finance/require-rate.ts';
import { addEcfDocument } from '../../fiscal/do/issuing/add-ecf-document.ts';
import { issuerInForce } from '../../fiscal/do/issuing/issuer-in-force.ts';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { accrueSale } from '../commissions/sale-commissions.ts';
import { realiseExchange } from '../ledger/exchange-difference.ts';
import { postEntry } from '../ledger/post.ts';
import {
  accrueCommission,
  type Commission,
  creditedCommission,
  reduceCommission,
} from './accrue-commission.ts';
import { invoiceTables } from './invoice-tables.ts';
import { lockBilledLines } from './lock-billed-lines.ts';
import { type PromptTerm, promptOffer } from './prompt-offer.ts';
import { lockRebateOf, rebatePostingsOf } from './rebate-note.ts';
import { requireReason } from './require-reason.ts';

interface PayerRow {
  readonly legal_name: string;
  readonly tax_id: string | null;
  readonly address: string | null;
  readonly taxpayer_type: string;
  readonly credit_term_id: string;
}

interface CompanyRow {
  readonly name: string;
  readonly tax_id: string | null;
  readonly currency_code: string;
}

const tableOfPayer = { client: 'clients', agency: 'agencies' } as const;

const readPayer = async (tx: Transaction, { of, id }: Payer): Promise<PayerRow> => {
  const row = await tx.one<PayerRow>(
    preparedStatement(sql`
    SELECT p.legal_name, p.tax_id, left(nullif(concat_ws(', ', p.address_line, l.name), ''), 300) AS address,
      p.taxpayer_type, p.credit_term_id
    FROM ${raw(tableOfPayer[of])} p LEFT JOIN localities l ON l.id = p.locality_id WHERE p.id = ${id}::uuid`),
  );
  if (!row) throw new Error(`there is no ${of} ${id}`);
  return row;
};

const readCompany = async (tx: Transaction, id: string): Promise<CompanyRow> => {
  const row = await tx.one<CompanyRow>(
    preparedStatement(sql`SELECT name, tax_id, currency_code FROM companies WHERE id = ${id}::uuid`),
  );
  if (!row) throw new Error(`there is no company ${id}`);
  if (row.tax_id === null) throw refusalOf([companyWithoutTaxId(row.name)]);
  return row;
};

const readTerm = async (tx: Transaction, id: string): Promise<DueTerm & PromptTerm> => {
  const row = await tx.one<DueTerm & PromptTerm>(
    preparedStatement(
      sql`SELECT kind, days, installments, discount_pct::text, discount_days FROM credit_terms WHERE id = ${id}::uuid`,
    ),
  );
  if (!row) throw new Error(`there is no credit term ${id}`);
  return row;
};

/** A final consumer is identified from an amount on; everybody else always. */
const requireIdentity = (payer: PayerRow, account: Payer, document: string, total: string): void => {
  if (!needsTaxId(document, total) || payer.tax_id) return;
  throw refusalOf([payerWithoutTaxId(payer.legal_name, account)]);
};

const issueDay = (input: Values, today: string): string => {
  const day = String(input.issue_date ?? today);
  if (day > today) throw invalid({ issue_date: ['La fecha no puede ser futura.'] });
  return day;
};

/**
 * Locks a payer whose fiscal data this document fixes, before documents and order lines, in the order in which signing
 * locks them.
 */
const lockPayer = async (tx: Transaction, { of, id }: Payer): Promise<void> => {
  await tx.query(
    preparedStatement(sql`
    SELECT FROM ${raw(tableOfPayer[of])} WHERE id = ${id}::uuid AND fiscal_locked_at IS NULL FOR NO KEY UPDATE`),
  );
};

/** Locks the document that a note modifies, before anything that other transactions lock later than documents. */
const lockOriginal = async (tx: Transaction, id: string | null): Promise<void> => {
  if (id !== null) await tx.query(sql`SELECT FROM invoices WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
};

/** Whether an invoice may be paid by barter, as its contract and payer say. */
const isBartered = async (tx: Transaction, id: string): Promise<boolean> => {
  const row = await tx.one<{ is_bartered: boolean }>(
    sql`SELECT is_bartered(i) FROM invoices i WHERE i.id = ${id}::uuid`,
  );
  return row?.is_bartered === true;
};

/** The number and day of the document that a note modifies. */
const readModified = async (
  tx: Transaction,
  id: string | null,
): Promise<{ readonly number: string; readonly issue_date: string } | null> => {
  if (id === null) return null;
  const row = await tx.one<{ number: string; issue_date: string }>(
    sql`SELECT fiscal_number AS number, issue_date::text AS issue_date FROM invoices WHERE id = ${id}::uuid`,
  );
  return row ?? null;
};

const readReason = async (
  tx: Transaction,
  id: string | null,
): Promise<{ readonly code: string | null; readonly name: string } | null> => {
  if (id === null) return null;
  const row = await tx.one<{ code: string | null; name: string }>(
    sql`SELECT fiscal_code AS code, name FROM reasons WHERE id = ${id}::uuid`,
  );
  return row ?? null;
};

const platformsOf = async (
  tx: Transaction,
  articles: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (articles.length === 0) return new Map();
  const rows = await tx.query<{ id: string; platform: string }>(sql`
    SELECT id, platform_id AS platform FROM ad_articles WHERE id = ANY(${articles}::uuid[])`);
  return new Map(rows.map(({ id, platform }) => [id, platform]));
};

/** The commission that an agency earns later on a commissionable net. */
const laterCommission = (invoice: Values, tables: InvoiceTables, base: string): Commission => {
  const terms = agencyTermsOf(invoice, tables);
  const pct = terms?.mode === 'later_settlement' ? terms.pct : '0.0000';
  return { base, pct, amount: round(percentOf(base, pct), 2) };
};

/**
 * Issues an invoice or note: the payer as they are today, the due date, the fiscal number, the entry, and the
 * commissions. The engine then takes the internal number and freezes the document. Numbers are taken last, because their
 * counters stay locked until the transaction ends.
 */
export const issueInvoice: StateChangeHandler = async ({ tx, now }, invoice: AnyRecord, input) => {
  const today = companyDay(now.getTime());
  const day = issueDay(input, today);
  const kind = String(invoice.doc_kind) as DocKind;
  const companyId = referenceId(invoice.company_id) ?? '';
  const currency = String(invoice.currency_code);
  const payer = payerOf(invoice);
  const modifiedId = referenceId(invoice.modifies_invoice_id);
  const isCredit = kind === 'credit_note';
  if (isCredit) await requireReason(tx, invoice, 'credit_note');
  await lockPayer(tx, payer);
  const rebate = isCredit ? await lockRebateOf(tx, invoice.id) : null;
  await lockOriginal(tx, modifiedId);
  await lockBilledLines(tx, invoice.id);
  await requireOpenPeriod(tx, companyId, day);
  const payerRow = await readPayer(tx, payer);
  const company = await readCompany(tx, companyId);
  const term = await readTerm(tx, referenceId(invoice.credit_term_id) ?? payerRow.credit_term_id);
  const tables = await invoiceTables(tx, invoice, day);
  const { header, lines: amounts } = invoiceTotals(invoice, tables);
  const issuer = await issuerInForce(tx, companyId, day);
  const chosen = String(invoice.fiscal_document ?? proposedDocument(kind, payerRow.taxpayer_type));
  const document = issuer ? electronicOf(chosen) : paperOf(chosen);
  requireIdentity(payerRow, payer, document, header.total);
  const fx =
    currency === company.currency_code ? null : await requireRate(tx, currency, company.currency_code, day);
  const terms = agencyTermsOf(invoice, tables);

  const lines = linesIn(invoice, 'lines');
  const platforms = await platformsOf(tx, [
    ...new Set(lines.flatMap(({ ad_article_id }) => referenceId(ad_article_id) ?? [])),
  ]);
  const commissionable = sum(
    lines.filter((line) => isCommissionable(line, tables)).map(({ id }) => amounts.get(id)?.net ?? '0.00'),
  );
  const commission = isCredit
    ? await creditedCommission(tx, modifiedId, commissionable)
    : laterCommission(invoice, tables, commissionable);
  const postings = invoicePostings({
    receivable: payer.of === 'agency' ? 'receivable_agencies' : 'receivable_clients',
    clientId: referenceId(invoice.client_id),
    agencyId: referenceId(invoice.agency_id),
    // What a credit note takes back is no longer owed of the invoice that it modifies.
    invoiceId: isCredit ? modifiedId : invoice.id,
    lines: lines.map((line) => ({
      accountId: referenceId(line.gl_account_id),
      platformId: platforms.get(referenceId(line.ad_article_id) ?? '') ?? null,
      gross: amounts.get(line.id)?.gross ?? '0.00',
    })),
    ...header,
    commission: commission.amount,
  });
  await (isCredit ? reduceCommission : accrueCommission)(tx, invoice, commission, day);
  const salePostings = await accrueSale(tx, invoice, {
    day,
    total: header.total,
    amounts: lines.flatMap(({ id, order_line_id }) => {
      const [orderLine, amount] = [referenceId(order_line_id), amounts.get(id)];
      const { gross, net, taxable } = amount ?? {};
      return orderLine && gross && net && taxable ? [{ order_line_id: orderLine, gross, net, taxable }] : [];
    }),
  });
  await tx.query(
    preparedStatement(sql`
    UPDATE ${raw(tableOfPayer[payer.of])} SET fiscal_locked_at = now()
    WHERE id = ${payer.id}::uuid AND fiscal_locked_at IS NULL`),
  );
  const fiscalNumber = await takeFiscalNumber(tx, companyId, document, day);
  const dueOn = isCredit ? day : dueDate(day, term);
  if (issuer)
    await addEcfDocument(tx, {
      invoiceId: invoice.id,
      companyId,
      now,
      invoice: {
        fiscal_number: fiscalNumber,
        number_expires: await numberExpiry(tx, companyId, fiscalNumber),
        // The engine gives it once the document is issued.
        internal_no: null,
        issue_date: day,
        due_date: dueOn,
        income_type: String(invoice.income_type),
        payment_type: invoice.payment_type as 'cash' | 'credit' | 'free',
        is_bartered: await isBartered(tx, invoice.id),
        period: (invoice.period as { from: string; to: string } | null) ?? null,
        po_number: (invoice.po_number as string | null) ?? null,
        currency_code: currency,
        fx_rate: fx?.rate ?? null,
        payer_name: payerRow.legal_name,
        payer_tax_id: payerRow.tax_id,
        payer_address: payerRow.address,
        modifies: await readModified(tx, modifiedId),
        reason: await readReason(tx, referenceId(invoice.reason_id)),
        issuer,
        lines: lines.map((line) => ({
          description: String(line.description),
          quantity: String(line.quantity),
          unitPrice: String(line.unit_price),
          amount: amounts.get(line.id)?.taxable ?? '0.00',
          taxPct: amounts.get(line.id)?.tax_pct ?? '0.0000',
          tax: amounts.get(line.id)?.tax ?? '0.00',
        })),
      },
    });
  await postEntry(tx, {
    companyId,
    postedOn: day,
    description: `${docKinds[kind][0]} ${fiscalNumber} · ${payerRow.legal_name}`,
    source: { kind: 'invoice', id: invoice.id },
    currency,
    fxRate: fx?.rate ?? null,
    postings: [
      ...(isCredit ? reversed(postings) : postings),
      ...salePostings,
      ...rebatePostingsOf(rebate, header.taxable),
    ],
  });
  // A note at another rate than its invoice takes back more or less in the company's currency than was posted.
  if (isCredit && modifiedId !== null && fx)
    await realiseExchange(tx, { companyId, postedOn: day, name: fiscalNumber, sourceId: invoice.id }, [
      modifiedId,
    ]);
  return {
    fiscal_document: document,
    fiscal_number: fiscalNumber,
    issue_date: day,
    due_date: dueOn,
    instalments: isCredit ? null : dueInstalments(day, term, header.total, currency),
    ...promptOffer(invoice, term, day, { tables, amounts }),
    fx_rate: fx?.rate ?? null,
    payer_name: payerRow.legal_name,
    payer_tax_id: payerRow.tax_id,
    payer_address: payerRow.address,
    ...(terms && { agency_commission_pct: terms.pct, commission_mode: terms.mode }),
  };
};
