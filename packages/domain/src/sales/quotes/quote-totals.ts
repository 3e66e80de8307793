import type { Body, DocumentTotals } from '../../document/document.ts';
import { linesIn } from '../../resource/lines.ts';
import type { SaleTerms } from '../lines/sale-terms.ts';
import { saleTotals } from '../lines/sale-totals.ts';

/** How an agency is paid. */
export interface AgencyCommission {
  /** Of its letter of authorisation for the client and brand, else of the agency. */
  readonly pct: string;
  readonly mode: string;
}

/** What the server looks up for the amounts of a quote. */
export interface QuoteTerms extends SaleTerms {
  /** Null without an agency. */
  readonly commission: AgencyCommission | null;
}

/** Amounts of a quote, its agency's commission, and the largest percent given below the list price. */
export const quoteTotals = (body: Body, terms: QuoteTerms): DocumentTotals => {
  const { header, lines } = saleTotals(linesIn(body, 'lines'), terms, String(body.currency_code));
  return {
    header: {
      ...header,
      agency_commission_pct: terms.commission?.pct ?? null,
      commission_mode: terms.commission?.mode ?? null,
    },
    lines,
  };
};
