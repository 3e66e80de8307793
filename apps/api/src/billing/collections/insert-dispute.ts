import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** A dispute of an invoice, before it is inserted. `number` is the number of the invoice that users know. */
export interface NewDispute {
  readonly invoiceId: string;
  readonly number: string;
  readonly reasonId: string | null;
  readonly resolverId: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly detail: string | null;
}

/** Inserts a dispute, named by the invoice and the amount. The caller checks that as much is owed. */
export const insertDispute = async (tx: Transaction, dispute: NewDispute): Promise<void> => {
  const { currency, amount } = dispute;
  await tx.query(sql`
    INSERT INTO invoice_disputes (name, invoice_id, reason_id, currency_code, amount, detail, resolver_id)
    VALUES (${`${dispute.number} · ${formatAmount({ currency, amount })}`}, ${dispute.invoiceId}::uuid,
      ${dispute.reasonId}::uuid, ${currency}, ${amount}::numeric, ${dispute.detail}, ${dispute.resolverId}::uuid)`);
};
