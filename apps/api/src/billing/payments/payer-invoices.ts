import type { ConversionRates, OpenInvoice } from '@pauta/domain/billing/payments/spread-payment.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import { requireRate } from '../../finance/require-rate.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** An invoice with a balance that a payment may settle. */
export interface PayableInvoice extends OpenInvoice {
  readonly internal_no: string;
  readonly fiscal_number: string;
  readonly due_date: string;
  readonly currency_code: string;
  readonly bill_to: 'client' | 'agency';
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly payer_name: string;
  /** Another account than the payer was billed. */
  readonly for_another: boolean;
  /** The discount for prompt payment that this payment can still earn; null without one. */
  readonly prompt_discount: string | null;
}

/** Invoices of who pays, also those of records that were merged into it. */
const ofPayer = (payment: Values): Sql => {
  const [client, agency] = [referenceId(payment.client_id), referenceId(payment.agency_id)];
  return client === null
    ? sql`(i.bill_to = 'agency' AND i.agency_id IN (
        SELECT id FROM agencies WHERE ${agency}::uuid IN (id, merged_into_id)))`
    : sql`(i.bill_to = 'client' AND i.client_id IN (SELECT id FROM clients WHERE ${client}::uuid IN (id, merged_into_id)))`;
};

/** The rates of a payment and of invoices in other currencies, on the day of the payment. @throws Problem 409 without one */
const readRates = async (
  tx: Transaction,
  payment: Values,
  currencies: readonly string[],
): Promise<ReadonlyMap<string, ConversionRates>> => {
  const rates = new Map<string, ConversionRates>();
  const others = [...new Set(currencies)].filter((currency) => currency !== payment.currency_code);
  if (others.length === 0) return rates;
  const company = await tx.one<{ currency_code: string }>(
    sql`SELECT currency_code FROM companies WHERE id = ${referenceId(payment.company_id)}::uuid`,
  );
  const own = company?.currency_code ?? '';
  for (const currency of others)
    rates.set(currency, {
      payment: String(payment.fx_rate ?? '1'),
      invoice:
        currency === own ? '1' : (await requireRate(tx, currency, own, String(payment.received_on))).rate,
    });
  return rates;
};

/** What is bartered settles only invoices of barter contracts of who gives it. */
const ofMethod = (payment: Values): Sql =>
  payment.method === 'barter' ? sql`(is_bartered(i) AND ${ofPayer(payment)})` : sql`true`;

/** Which invoices a payment may settle. */
export interface PayableChoice {
  /** Numbers or NCF, in any currency; without them, all of the payer's in the payment's currency. */
  readonly named?: readonly string[];
  /** Also invoices of other accounts. */
  readonly others?: boolean;
}

/**
 * Open invoices of the company that a payment may settle, and of named ones also those that were written off, with what is
 * owed of them; the earliest due first, locked in the order of their ids.
 */
export const lockPayable = async (
  tx: Transaction,
  payment: Values,
  { named, others = false }: PayableChoice = {},
): Promise<readonly PayableInvoice[]> => {
  const found = await tx.query<{ id: string }>(sql`
    SELECT i.id FROM invoices i
    WHERE (i.balance > 0 OR ${named !== undefined} AND i.written_off > 0)
      AND i.company_id = ${referenceId(payment.company_id)}::uuid
      AND ${others && named ? sql`true` : ofPayer(payment)} AND ${ofMethod(payment)}
      AND ${
        named
          ? sql`(i.internal_no = ANY(${named}::text[]) OR i.fiscal_number = ANY(${named}::text[]))`
          : sql`i.currency_code = ${String(payment.currency_code)}`
      }
    ORDER BY (SELECT min(due_on) FROM dues_of(i)), i.issue_date, i.id LIMIT 500`);
  const ids = found.map(({ id }) => id);
  await tx.query(sql`SELECT FROM invoices WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  // Read after locking, because another transaction may have settled some of them meanwhile.
  const open = await tx.query<Omit<PayableInvoice, 'rates'>>(sql`
    SELECT i.id, (i.balance + i.written_off)::text AS balance, i.internal_no, i.fiscal_number,
      coalesce(d.due_on, i.due_date)::text AS due_date, i.currency_code, i.bill_to, i.client_id, i.agency_id, i.payer_name,
      NOT ${ofPayer(payment)} AS for_another,
      CASE WHEN i.prompt_until >= ${String(payment.received_on)}::date AND i.credited = 0 AND i.written_off = 0
        AND late_payment(i) IS NULL THEN i.prompt_discount::text END AS prompt_discount
    FROM invoices i CROSS JOIN LATERAL (SELECT min(due_on) AS due_on FROM dues_of(i)) d
    WHERE i.id = ANY(${ids}::uuid[]) AND i.balance + i.written_off > 0 ORDER BY d.due_on, i.issue_date, i.id`);
  const rates = await readRates(
    tx,
    payment,
    open.map(({ currency_code }) => currency_code),
  );
  return open.map((invoice) => ({ ...invoice, rates: rates.get(invoice.currency_code) ?? null }));
};
