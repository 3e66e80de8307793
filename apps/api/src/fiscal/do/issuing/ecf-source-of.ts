import { rncOf } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import type { EcfIssuer, EcfLine, EcfSource } from '@pauta/domain/fiscal/do/ecf/ecf-source.ts';
import { ecfTypeOf } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';

/** An invoice or note as its e-CF needs it. Days are `YYYY-MM-DD`, amounts decimal text in its currency. */
export interface EcfInvoice {
  readonly fiscal_number: string;
  readonly number_expires: string | null;
  readonly internal_no: string | null;
  readonly issue_date: string;
  readonly due_date: string;
  readonly income_type: string;
  readonly payment_type: 'cash' | 'credit' | 'free';
  /** It bills a barter contract to its client, so that it is paid with what the client gives. */
  readonly is_bartered: boolean;
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly po_number: string | null;
  readonly currency_code: string;
  readonly fx_rate: string | null;
  readonly payer_name: string;
  readonly payer_tax_id: string | null;
  readonly payer_address: string | null;
  readonly modifies: { readonly number: string; readonly issue_date: string } | null;
  readonly reason: { readonly code: string | null; readonly name: string } | null;
  readonly issuer: EcfIssuer;
  readonly lines: readonly EcfLine[];
}

/** The payment form of barter in e-CF. */
const barterForm = 6;

/** A note without a code of its own corrects amounts (3). */
const correction = '3';

/** What the e-CF of an invoice or note is made from. */
export const ecfSourceOf = (invoice: EcfInvoice): EcfSource => {
  const { modifies, reason, payer_tax_id: taxId, fx_rate } = invoice;
  const rnc = rncOf(taxId);
  const type = ecfTypeOf(invoice.fiscal_number);
  return {
    type,
    encf: invoice.fiscal_number,
    numberExpires: invoice.number_expires,
    issueDate: invoice.issue_date,
    internalNo: invoice.internal_no,
    incomeType: invoice.income_type,
    payment: invoice.payment_type,
    dueDate: invoice.due_date,
    paymentForm: invoice.is_bartered ? barterForm : null,
    period: invoice.period,
    purchaseOrder: invoice.po_number,
    issuer: invoice.issuer,
    buyer: {
      rnc,
      foreignId: rnc === null ? taxId : null,
      name: invoice.payer_name,
      address: invoice.payer_address,
    },
    foreign: fx_rate === null ? null : { currency: invoice.currency_code, rate: fx_rate },
    lines: invoice.lines,
    modifies: modifies && {
      number: modifies.number,
      issueDate: modifies.issue_date,
      code: /^[1-5]$/.test(reason?.code ?? '') ? String(reason?.code) : correction,
      reason: reason?.name ?? null,
    },
  };
};
