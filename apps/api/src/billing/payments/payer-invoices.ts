import type { OpenInvoice } from '@pauta/domain/billing/payments/spread-payment.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** An invoice with a balance that a payment may settle. */
export interface PayableInvoice extends OpenInvoice {
  readonly internal_no: string;
  readonly fiscal_number: string;
  readonly due_date: string;
}

/** Invoices of who pays, also those of records that were merged into it; in the payment's company and currency. */
const ofPayer = (payment: Values): Sql => {
  const [client, agency] = [referenceId(payment.client_id), referenceId(payment.agency_id)];
  return client === null
    ? sql`i.bill_to = 'agency' AND i.agency_id IN (
        SELECT id FROM agencies WHERE ${agency}::uuid IN (id, merged_into_id))`
    : sql`i.bill_to = 'client' AND i.client_id IN (SELECT id FROM clients WHERE ${client}::uuid IN (id, merged_into_id))`;
};

/**
 * Open invoices that a payment may settle, the earliest due first, locked in the order of their ids.
 *
 * @param payment its payer, company and currency
 * @param named numbers or NCF; all of the payer's if absent
 */
export const lockPayable = async (
  tx: Transaction,
  payment: Values,
  named?: readonly string[],
): Promise<readonly PayableInvoice[]> => {
  const found = await tx.query<{ id: string }>(sql`
    SELECT i.id FROM invoices i
    WHERE ${ofPayer(payment)} AND i.balance > 0 AND i.company_id = ${referenceId(payment.company_id)}::uuid
      AND i.currency_code = ${String(payment.currency_code)}
      AND (${named ?? null}::text[] IS NULL OR i.internal_no = ANY(${named ?? null}::text[])
        OR i.fiscal_number = ANY(${named ?? null}::text[]))
    ORDER BY i.due_date, i.issue_date, i.id LIMIT 500`);
  const ids = found.map(({ id }) => id);
  await tx.query(sql`SELECT FROM invoices WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  // Read after locking, because another transaction may have settled some of them meanwhile.
  return tx.query<PayableInvoice>(sql`
    SELECT id, balance::text, internal_no, fiscal_number, due_date::text FROM invoices
    WHERE id = ANY(${ids}::uuid[]) AND balance > 0 ORDER BY due_date, issue_date, id`);
};
