import { beneficiaryOf } from '@pauta/domain/billing/commissions/beneficiary.ts';
import { commissionPostings } from '@pauta/domain/billing/ledger/commission-postings.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { add, isZero, round } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { requireOpenPeriod } from '../../finance/open-period.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { postEntry } from '../ledger/post.ts';

interface Accrued {
  readonly company_id: string;
  readonly client_id: string | null;
  readonly fx_rate: string | null;
  readonly left: string;
}

/** The commission of an invoice, which is locked; none of a voided invoice. */
const ofInvoice = (tx: Transaction, id: string, invoiceId: string): Promise<Accrued | undefined> =>
  tx.one<Accrued>(sql`
    SELECT i.company_id, i.client_id, i.fx_rate::text, (
      SELECT sum(c.amount) FROM agency_commissions c JOIN agency_commissions o ON o.id = ${id}::uuid
        AND (c.beneficiary_kind, c.beneficiary_id, c.accrual, c.pct) = (o.beneficiary_kind, o.beneficiary_id, o.accrual, o.pct)
      WHERE c.invoice_id = i.id)::text AS left
    FROM invoices i WHERE i.id = ${invoiceId}::uuid AND i.status = 'issued' FOR NO KEY UPDATE OF i`);

/** The commission of an opening, which is locked; none of one that was undone. At the rate of its entry. */
const ofOpening = (tx: Transaction, id: string): Promise<Accrued | undefined> =>
  tx.one<Accrued>(sql`
    SELECT p.company_id, NULL AS client_id, (
        SELECT e.fx_rate::text FROM journal_entries e
        WHERE e.source_kind = 'opening' AND e.source_id = p.id::text AND e.currency_code = o.currency_code
        ORDER BY e.entry_no LIMIT 1) AS fx_rate, (
        SELECT sum(c.amount) FROM agency_commissions c
        WHERE c.opening_id = p.id AND c.former_number = o.former_number AND (c.beneficiary_kind, c.beneficiary_id, c.pct, c.currency_code)
          = (o.beneficiary_kind, o.beneficiary_id, o.pct, o.currency_code))::text AS left
    FROM agency_commissions o JOIN openings p ON p.id = o.opening_id
    WHERE o.id = ${id}::uuid AND p.status = 'posted' FOR NO KEY UPDATE OF p`);

/**
 * Adds a signed row to the commission of an invoice, with its reason and its entry. It is due as the commission is: at
 * once, or in proportion to what was collected. The invoice is locked before its commissions, as payments do.
 */
export const adjustCommission: CommandHandler<unknown, AnyRecord> = {
  answer: { left: { type: 'string' } },
  run: async ({ tx, now }, commission, input) => {
    const day = companyDay(now.getTime());
    const amount = round(String(input.amount), 2);
    const invoiceId = referenceId(commission.invoice_id);
    const currency = String(commission.currency_code);
    if (isZero(amount)) throw invalid({ amount: ['Escriba un importe distinto de cero.'] });
    const invoice =
      invoiceId === null ? await ofOpening(tx, commission.id) : await ofInvoice(tx, commission.id, invoiceId);
    if (!invoice)
      throw invalid({
        amount: [
          invoiceId === null
            ? 'La apertura se deshizo: su comisión ya no se ajusta.'
            : 'La factura está anulada: su comisión ya no se ajusta.',
        ],
      });
    await requireOpenPeriod(tx, invoice.company_id, day);
    const left = add(invoice.left, amount);
    if (compareDecimals(left, '0') < 0)
      throw invalid({
        amount: [`De esa comisión quedan ${invoice.left}: reduzca eso o menos.`],
      });
    await tx.query(sql`
      INSERT INTO agency_commissions (name, beneficiary_kind, agency_id, seller_id, referral_id, invoice_id, document_id,
        opening_id, former_number, kind, accrued_on, accrual, currency_code, base_amount, pct, amount, reason)
      SELECT c.name, c.beneficiary_kind, c.agency_id, c.seller_id, c.referral_id, c.invoice_id, c.invoice_id,
        c.opening_id, c.former_number, 'adjusted', ${day}::date, c.accrual, c.currency_code, 0, c.pct,
        ${amount}::numeric, ${String(input.reason)}
      FROM agency_commissions c WHERE c.id = ${commission.id}::uuid`);
    await postEntry(tx, {
      companyId: invoice.company_id,
      postedOn: day,
      description: `Ajuste de comisión · ${commission.name}`,
      source: { kind: 'commission', id: invoiceId ?? commission.id },
      currency,
      fxRate: invoice.fx_rate,
      postings: commissionPostings(amount, {
        clientId: invoice.client_id,
        ...beneficiaryOf(commission),
        invoiceId,
      }),
    });
    return { left };
  },
};
