import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isZero, negate } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** The commission of one document. */
export interface Accrual {
  readonly base: string;
  readonly pct: string;
  readonly amount: string;
  readonly day: string;
  /** A credit note takes back a part of the commission of the invoice that it modifies. */
  readonly isCredit: boolean;
}

/** Adds the commission of an issued document to the agency's, unless it is zero. */
export const accrueCommission = async (
  tx: Transaction,
  invoice: AnyRecord,
  { base, pct, amount, day, isCredit }: Accrual,
): Promise<void> => {
  if (isZero(amount)) return;
  const of = isCredit ? referenceId(invoice.modifies_invoice_id) : invoice.id;
  await tx.query(sql`
    INSERT INTO agency_commissions
      (name, agency_id, invoice_id, document_id, kind, accrued_on, accrual, currency_code, base_amount, pct, amount)
    SELECT left(${String(invoice.concept)}, 100), a.id, ${of}::uuid, ${invoice.id}::uuid,
      ${isCredit ? 'reversed' : 'accrued'}, ${day}::date, t.accrual, ${String(invoice.currency_code)},
      ${isCredit ? negate(base) : base}::numeric, ${pct}::numeric, ${isCredit ? negate(amount) : amount}::numeric
    FROM agencies a JOIN commission_types t ON t.id = a.commission_type_id
    WHERE a.id = ${referenceId(invoice.agency_id)}::uuid`);
};

/** Takes back what an issued document added to the agency's commission or took from it, because it is voided. */
export const takeBackCommission = async (tx: Transaction, invoice: AnyRecord, day: string): Promise<void> => {
  if (referenceId(invoice.agency_id) === null) return;
  await tx.query(sql`
    INSERT INTO agency_commissions
      (name, agency_id, invoice_id, document_id, kind, accrued_on, accrual, currency_code, base_amount, pct, amount)
    SELECT c.name, c.agency_id, c.invoice_id, c.document_id, CASE WHEN c.amount > 0 THEN 'reversed' ELSE 'accrued' END,
      ${day}::date, c.accrual, c.currency_code, -c.base_amount, c.pct, -c.amount
    FROM agency_commissions c WHERE c.document_id = ${invoice.id}::uuid`);
};
