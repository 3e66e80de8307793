import { type Beneficiary, commissionPostings } from '@pauta/domain/billing/ledger/commission-postings.ts';
import type { Posting } from '@pauta/domain/billing/ledger/postings.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { preparedStatement, type Transaction } from '../../platform/database/database.ts';

/** What a document bills of an order line, or a credit note takes back of it. */
export interface SoldAmount {
  readonly order_line_id: string;
  readonly gross: string;
  readonly net: string;
  readonly taxable: string;
}

type Earned = Beneficiary & { readonly amount: string };

/**
 * Adds what sellers and referrers earn on an issued document, at the rates that the sale of each order line fixed
 * (`sale_commissions`); of a credit note what is taken back of its invoice, which is locked. The rest of an invoice takes
 * back the rest of what was earned.
 *
 * @param total of the document, with tax
 * @returns the postings, to be added to the entry of the document
 */
export const accrueSale = async (
  tx: Transaction,
  document: AnyRecord,
  {
    day,
    total,
    amounts,
  }: { readonly day: string; readonly total: string; readonly amounts: readonly SoldAmount[] },
): Promise<Posting[]> => {
  if (amounts.length === 0) return [];
  const isCredit = document.doc_kind === 'credit_note';
  const invoiceId = isCredit ? (referenceId(document.modifies_invoice_id) ?? '') : document.id;
  const json = JSON.stringify(amounts);
  const earned = isCredit
    ? sql`invoices o CROSS JOIN LATERAL sale_commissions_left(o.id, ${json}::jsonb,
        o.credited + ${total}::numeric >= o.total) e WHERE o.id = ${invoiceId}::uuid`
    : sql`sale_commissions(${json}::jsonb) e WHERE e.amount <> 0`;
  const sign = isCredit ? -1 : 1;
  const rows = await tx.query<Earned>(
    preparedStatement(sql`
    INSERT INTO agency_commissions (name, beneficiary_kind, seller_id, referral_id, invoice_id, document_id, kind,
      accrued_on, accrual, currency_code, base_amount, pct, amount)
    SELECT left(${String(document.concept)}, 100), e.beneficiary_kind, e.seller_id, e.referral_id, ${invoiceId}::uuid,
      ${document.id}::uuid, ${isCredit ? 'reversed' : 'accrued'}, ${day}::date, e.accrual,
      ${String(document.currency_code)}, ${sign} * e.base, e.pct, ${sign} * e.amount
    FROM ${earned}
    RETURNING seller_id AS "sellerId", referral_id AS "referralId", amount::text`),
  );
  const party = { clientId: referenceId(document.client_id), invoiceId };
  return rows.flatMap(({ amount, ...beneficiary }) =>
    commissionPostings(amount, { ...party, ...beneficiary }),
  );
};
