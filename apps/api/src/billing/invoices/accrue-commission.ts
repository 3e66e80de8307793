import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { isZero, negate, percentOf, round } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** The commission of one document: what it is calculated from, and its amount. */
export interface Commission {
  readonly base: string;
  readonly pct: string;
  readonly amount: string;
}

/** Adds the commission of an issued invoice or debit note to the agency's, unless it is zero. */
export const accrueCommission = async (
  tx: Transaction,
  invoice: AnyRecord,
  { base, pct, amount }: Commission,
  day: string,
): Promise<void> => {
  if (isZero(amount)) return;
  await tx.query(sql`
    INSERT INTO agency_commissions
      (name, agency_id, invoice_id, document_id, kind, accrued_on, accrual, currency_code, base_amount, pct, amount)
    SELECT left(${String(invoice.concept)}, 100), a.id, ${invoice.id}::uuid, ${invoice.id}::uuid, 'accrued', ${day}::date,
      t.accrual, ${String(invoice.currency_code)}, ${base}::numeric, ${pct}::numeric, ${amount}::numeric
    FROM agencies a JOIN commission_types t ON t.id = a.commission_type_id
    WHERE a.id = ${referenceId(invoice.agency_id)}::uuid`);
};

const nothing: Commission = { base: '0.00', pct: '0.0000', amount: '0.00' };

/**
 * The commission that a credit note takes back: at the rate at which its invoice accrued it, and never more than is left
 * of it. A note that takes back the whole rest takes back the whole rest of the commission. The invoice is locked.
 *
 * @param net commissionable net of the note
 */
export const creditedCommission = async (
  tx: Transaction,
  invoiceId: string | null,
  net: string,
): Promise<Commission> => {
  const left = await tx.one<{ base: string; pct: string; amount: string }>(sql`
    SELECT sum(c.base_amount)::text AS base, sum(c.amount)::text AS amount,
      (max(c.pct) FILTER (WHERE c.document_id = c.invoice_id AND c.kind = 'accrued'))::text AS pct
    FROM agency_commissions c WHERE c.invoice_id = ${invoiceId}::uuid AND c.beneficiary_kind = 'agency'
    GROUP BY c.invoice_id`);
  if (!left) return nothing;
  if (compareDecimals(net, left.base) >= 0) return left;
  const amount = round(percentOf(net, left.pct), 2);
  return {
    base: net,
    pct: left.pct,
    amount: compareDecimals(amount, left.amount) > 0 ? left.amount : amount,
  };
};

/** Takes a part of the commission of an invoice back from the agency to which it was added, because of a credit note. */
export const reduceCommission = async (
  tx: Transaction,
  note: AnyRecord,
  { base, amount }: Commission,
  day: string,
): Promise<void> => {
  if (isZero(amount)) return;
  await tx.query(sql`
    INSERT INTO agency_commissions
      (name, agency_id, invoice_id, document_id, kind, accrued_on, accrual, currency_code, base_amount, pct, amount)
    SELECT left(${String(note.concept)}, 100), c.agency_id, c.invoice_id, ${note.id}::uuid, 'reversed', ${day}::date,
      c.accrual, c.currency_code, ${negate(base)}::numeric, c.pct, ${negate(amount)}::numeric
    FROM agency_commissions c
    WHERE c.invoice_id = ${referenceId(note.modifies_invoice_id)}::uuid AND c.document_id = c.invoice_id
      AND c.kind = 'accrued' AND c.beneficiary_kind = 'agency'`);
};

/** Takes back what an issued document added to commissions or took from them, because it is voided. */
export const takeBackCommission = async (tx: Transaction, invoice: AnyRecord, day: string): Promise<void> => {
  await tx.query(sql`
    INSERT INTO agency_commissions
      (name, beneficiary_kind, agency_id, seller_id, referral_id, invoice_id, document_id, kind, accrued_on, accrual, currency_code, base_amount, pct, amount,
      reason)
    SELECT c.name, c.beneficiary_kind, c.agency_id, c.seller_id, c.referral_id, c.invoice_id, c.document_id,
      CASE WHEN c.kind = 'adjusted' THEN 'adjusted' WHEN c.amount > 0 THEN 'reversed' ELSE 'accrued' END,
      ${day}::date, c.accrual, c.currency_code, -c.base_amount, c.pct, -c.amount, c.reason
    FROM agency_commissions c WHERE c.document_id = ${invoice.id}::uuid`);
};
