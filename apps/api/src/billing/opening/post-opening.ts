import { beneficiaryOf } from '@pauta/domain/billing/commissions/beneficiary.ts';
import type { PostingRole } from '@pauta/domain/billing/ledger/posting-role.ts';
import { type Posting, posting } from '@pauta/domain/billing/ledger/postings.ts';
import type { TieOut } from '@pauta/domain/billing/opening/opening-totals.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { add, isZero, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import { postEntry } from '../ledger/post.ts';
import {
  type CheckedOpening,
  checkOf,
  type OpeningAdvance,
  type OpeningCommission,
  type OpeningInvoice,
  type OpeningSale,
  type OpeningSequence,
  type OpeningWithholding,
  type ReadOpening,
  readOpening,
} from './check-opening.ts';

/** The columns of an opening that are checked. */
export const checkedOpening = (opening: AnyRecord): CheckedOpening => ({
  id: opening.id,
  company_id: referenceId(opening.company_id) ?? '',
  opened_on: String(opening.opened_on),
  tie_out: (opening.tie_out as TieOut | null) ?? null,
});

type Written<Row> = Row & { readonly id: string };

/** Writes the open invoices as issued, with their old numbers. A document has what is open of it as its total. */
const writeInvoices = async (
  tx: Transaction,
  { id: openingId, company_id }: CheckedOpening,
  invoices: readonly Written<OpeningInvoice>[],
  rates: ReadonlyMap<string, string | null>,
): Promise<void> => {
  if (invoices.length === 0) return;
  const rows = JSON.stringify(
    invoices.map((invoice) => ({
      ...invoice,
      net: sum(invoice.parts.map(({ net }) => net)),
      tax: sum(invoice.parts.map(({ tax }) => tax)),
      lines: invoice.parts.map((part, index) => ({
        ...part,
        id: newLineId(),
        position: `a${index}`,
        description: `Balance al registrar la apertura${invoice.parts.length > 1 && isZero(part.tax) ? ', exento' : ''}`,
        total: add(part.net, part.tax),
      })),
      fx_rate: rates.get(invoice.currency) ?? null,
      notes:
        invoice.total === invoice.balance
          ? null
          : `El total de este comprobante fue ${formatMoney(invoice.total, invoice.currency, 2)}; aquí está lo que quedaba por cobrar.`,
    })),
  );
  const source = sql`jsonb_to_recordset(${rows}::jsonb) AS r (id uuid, number text, fiscal_number text,
    fiscal_document text, client_id uuid, agency_id uuid, bill_to text, contract_id uuid, issued_on date, due_on date,
    currency text, balance numeric, net numeric, tax numeric, fx_rate numeric, notes text, lines jsonb)`;
  await tx.query(sql`
    INSERT INTO invoices (id, concept, opening_id, company_id, client_id, agency_id, bill_to, contract_id, currency_code, fx_rate,
      agency_commission_pct, commission_mode, fiscal_document, notes, gross, net, taxable, tax, total)
    SELECT r.id, 'Balance de ' || r.number, ${openingId}::uuid, ${company_id}::uuid, r.client_id, r.agency_id, r.bill_to,
      r.contract_id, r.currency, r.fx_rate, CASE WHEN r.agency_id IS NOT NULL THEN 0 END,
      CASE WHEN r.agency_id IS NOT NULL THEN 'later_settlement' END, r.fiscal_document, r.notes, r.net, r.net, r.net, r.tax,
      r.balance
    FROM ${source}`);
  await tx.query(sql`
    INSERT INTO invoice_lines (id, invoice_id, position, description, unit_price, tax_pct, gross, net, taxable, tax, total)
    SELECT l.id, r.id, l.position, l.description, l.net, l.pct, l.net, l.net, l.net, l.tax, l.total
    FROM ${source} CROSS JOIN LATERAL jsonb_to_recordset(r.lines)
      AS l (id uuid, position text, description text, net numeric, tax numeric, pct numeric, total numeric)`);
  await tx.query(sql`
    UPDATE invoices i SET status = 'issued', internal_no = 'AP-' || r.number, fiscal_number = r.fiscal_number,
      issue_date = r.issued_on, due_date = r.due_on,
      payer_name = p.legal_name, payer_tax_id = p.tax_id, payer_address = p.address_line
    FROM ${source} CROSS JOIN LATERAL (
      SELECT legal_name, tax_id, address_line FROM clients WHERE id = r.client_id AND r.bill_to = 'client'
      UNION ALL
      SELECT legal_name, tax_id, address_line FROM agencies WHERE id = r.agency_id AND r.bill_to = 'agency') p
    WHERE i.id = r.id`);
};

/** Writes the advances as payments that were received and reconciled before. */
const writeAdvances = async (
  tx: Transaction,
  { id: openingId, company_id }: CheckedOpening,
  advances: readonly Written<OpeningAdvance>[],
  rates: ReadonlyMap<string, string | null>,
): Promise<void> => {
  if (advances.length === 0) return;
  const receipts: string[] = [];
  for (const _advance of advances)
    receipts.push(await takeNumber(tx, { series: 'receipt', company: company_id }));
  const rows = JSON.stringify(
    advances.map((advance, index) => ({
      ...advance,
      receipt: receipts[index],
      fx_rate: rates.get(advance.currency) ?? null,
    })),
  );
  await tx.query(sql`
    INSERT INTO payments (id, receipt_no, opening_id, company_id, client_id, agency_id, received_on, method, reference,
      currency_code, fx_rate, amount, notes)
    SELECT r.id, r.receipt, ${openingId}::uuid, ${company_id}::uuid, r.client_id, r.agency_id, r.received_on, 'transfer', r.number,
      r.currency, r.fx_rate, r.amount, 'Anticipo que estaba sin aplicar al registrar la apertura.'
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (id uuid, receipt text, client_id uuid, agency_id uuid, received_on date,
      number text, currency text, fx_rate numeric, amount numeric)`);
  await tx.query(sql`UPDATE payments SET status = 'reconciled' WHERE opening_id = ${openingId}::uuid`);
};

/** Writes the withholdings that can still be offset. Without a certificate they wait for it. */
const writeWithholdings = async (
  tx: Transaction,
  openingId: string,
  withholdings: readonly OpeningWithholding[],
): Promise<void> => {
  if (withholdings.length === 0) return;
  await tx.query(sql`
    INSERT INTO payment_withholdings (name, opening_id, client_id, agency_id, tax, pct, currency_code, amount, withheld_on,
      certificate, status)
    SELECT left(r.number || ' · ' || upper(r.tax), 100), ${openingId}::uuid, r.client_id, r.agency_id, r.tax, r.pct, r.currency,
      r.amount, r.withheld_on, r.certificate, CASE WHEN r.certificate IS NULL THEN 'pending' ELSE 'certified' END
    FROM jsonb_to_recordset(${JSON.stringify(withholdings)}::jsonb) AS r (number text, client_id uuid, agency_id uuid, tax text,
      pct numeric, currency text, amount numeric, withheld_on date, certificate text)`);
};

/** Writes the commissions that are due, so that settlements take them. */
const writeCommissions = async (
  tx: Transaction,
  openingId: string,
  commissions: readonly OpeningCommission[],
): Promise<void> => {
  if (commissions.length === 0) return;
  await tx.query(sql`
    INSERT INTO agency_commissions (name, beneficiary_kind, agency_id, seller_id, referral_id, opening_id, former_number, kind,
      accrued_on, accrual, currency_code, base_amount, pct, amount)
    SELECT left(concat_ws(' · ', r.document, r.detail), 100), r.beneficiary_kind, r.agency_id, r.seller_id, r.referral_id,
      ${openingId}::uuid, r.document, 'opened', r.earned_on, 'invoice', r.currency, r.base, r.pct, r.amount
    FROM jsonb_to_recordset(${JSON.stringify(commissions)}::jsonb) AS r (beneficiary_kind text, agency_id uuid, seller_id uuid,
      referral_id uuid, document text, detail text, earned_on date, currency text, base numeric, pct numeric, amount numeric)`);
};

/** Writes the sales by month of the system before. */
const writeSales = async (
  tx: Transaction,
  openingId: string,
  sales: readonly OpeningSale[],
): Promise<void> => {
  if (sales.length === 0) return;
  await tx.query(sql`
    INSERT INTO opening_sales (opening_id, month, client_id, platform_id, seller_id, currency_code, amount)
    SELECT ${openingId}::uuid, s.month, s.client_id, s.platform_id, s.seller_id, s.currency, s.amount
    FROM jsonb_to_recordset(${JSON.stringify(sales)}::jsonb) AS s (month date, client_id uuid, platform_id uuid,
      seller_id uuid, currency text, amount numeric)`);
};

/** Begins ranges within: their numbers before were used. @throws Problem when a number was issued meanwhile */
const beginSequences = async (
  tx: Transaction,
  openingId: string,
  sequences: readonly OpeningSequence[],
): Promise<void> => {
  for (const { id, next } of [...sequences].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const row = await tx.one(sql`
      UPDATE fiscal_sequences SET opening_no = ${next}, opening_id = ${openingId}::uuid
      WHERE id = ${id}::uuid AND next_no = first_no AND opening_no IS NULL RETURNING id`);
    if (!row)
      throw conflict(
        'sequence_used',
        'De una de las secuencias ya se emitieron números. Revise la apertura.',
      );
  }
};

interface Posted extends Pick<ReadOpening, 'advances' | 'withholdings' | 'commissions'> {
  readonly invoices: readonly Written<OpeningInvoice>[];
}

type Party = Partial<Pick<Posting, 'clientId' | 'agencyId' | 'invoiceId' | 'sellerId' | 'referralId'>>;

/** The entry of an opening in one currency: each balance against the balances of the opening. */
const postingsOf = (currency: string, posted: Posted): Posting[] => {
  const of = <Row extends { readonly currency: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.currency === currency);
  const both = (role: PostingRole, side: 'debit' | 'credit', amount: string, party: Party): Posting[] => {
    const pair = [
      posting({ role }, side, amount, party),
      posting({ role: 'opening_balance' }, side === 'debit' ? 'credit' : 'debit', amount, party),
    ];
    return (side === 'debit' ? pair : pair.toReversed()).flat();
  };
  return [
    ...of(posted.invoices).flatMap(({ id, client_id, agency_id, bill_to, balance }) =>
      both(bill_to === 'agency' ? 'receivable_agencies' : 'receivable_clients', 'debit', balance, {
        clientId: client_id,
        agencyId: agency_id,
        invoiceId: id,
      }),
    ),
    ...of(posted.advances).flatMap(({ client_id, agency_id, amount }) =>
      both('advances', 'credit', amount, { clientId: client_id, agencyId: agency_id }),
    ),
    ...of(posted.withholdings).flatMap(({ client_id, agency_id, amount }) =>
      both('withholdings', 'debit', amount, { clientId: client_id, agencyId: agency_id }),
    ),
    ...of(posted.commissions).flatMap((commission) =>
      both(
        commission.beneficiary_kind === 'agency' ? 'commission_payable' : 'sales_commission_payable',
        'credit',
        commission.amount,
        beneficiaryOf({ ...commission }),
      ),
    ),
  ];
};

const withId = <Row>(row: Row): Written<Row> => ({ ...row, id: newLineId() });

/**
 * Posts an opening in one transaction: its invoices, advances, withholdings and commissions, the next numbers of its ranges, and one entry for each
 * currency on its day. The company is locked first, so that of two openings at once one is posted.
 */
export const postOpening: StateChangeHandler = async ({ tx, now, actor }, record: AnyRecord, input) => {
  const opening = checkedOpening(record);
  const { company_id: companyId, opened_on: openedOn } = opening;
  await tx.query(sql`SELECT FROM companies WHERE id = ${companyId}::uuid FOR NO KEY UPDATE`);
  const other = await tx.one<{ name: string }>(
    sql`SELECT name FROM openings WHERE company_id = ${companyId}::uuid AND status = 'posted'`,
  );
  if (other)
    throw conflict(
      'opened_already',
      `La compañía ya tiene la apertura «${other.name}». Deshágala para registrar otra.`,
    );
  const read = await readOpening(tx, opening, now.getTime());
  const { problem_count, problems, differences } = checkOf(read, opening);
  const [first] = problems;
  if (first)
    throw conflict(
      'opening_has_problems',
      `Hay ${problem_count === 1 ? 'un problema' : `${problem_count} problemas`} en los archivos; el primero: ${[
        first.line === null ? null : `fila ${first.line}`,
        first.header,
        first.message,
      ]
        .filter((part) => part !== null)
        .join(' · ')}`,
    );
  const reason = (input.difference_reason as string | null | undefined) ?? null;
  if (differences.length > 0 && reason === null)
    throw invalid({
      difference_reason: ['La cartera anterior no cuadra con los archivos. Corríjala, o escriba el motivo.'],
    });
  await requireOpenPeriod(tx, companyId, openedOn);
  const invoices = read.invoices.map(withId);
  const advances = read.advances.map(withId);
  await writeAdvances(tx, opening, advances, read.rates);
  await writeInvoices(tx, opening, invoices, read.rates);
  await writeWithholdings(tx, opening.id, read.withholdings);
  await writeCommissions(tx, opening.id, read.commissions);
  await writeSales(tx, opening.id, read.sales);
  await beginSequences(tx, opening.id, read.sequences);
  for (const [currency, fxRate] of [...read.rates].sort(([a], [b]) => (a < b ? -1 : 1)))
    await postEntry(tx, {
      companyId,
      postedOn: openedOn,
      description: `Apertura · ${record.name}`,
      source: { kind: 'opening', id: opening.id },
      currency,
      fxRate,
      postings: postingsOf(currency, { ...read, invoices }),
    });
  return { posted_by_id: actor.userId, difference_reason: differences.length > 0 ? reason : null };
};
