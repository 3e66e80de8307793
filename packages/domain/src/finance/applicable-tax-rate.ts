import type { DateRange } from '../kinds/date-range.ts';

/** A rate as {@link taxRateFor} needs it. */
export interface DatedTaxRate {
  readonly id: string;
  readonly code: string;
  readonly pct: string;
  readonly is_exempt: boolean;
  readonly is_default: boolean;
  readonly valid: DateRange | null;
}

/** Of what and by whom something is sold to whom; ids of tax rates are null where there is no own one. */
export interface TaxedSale {
  readonly article?: { readonly tax_rate_id: string | null } | null;
  readonly company: { readonly tax_rate_id: string | null };
  readonly client: {
    readonly tax_exempt: boolean;
    /** Id of the file that proves the exemption. */
    readonly tax_exempt_doc: string | null;
    /** Last day of the exemption, `YYYY-MM-DD`. */
    readonly tax_exempt_until: string | null;
  };
}

const isValidOn = ({ valid }: DatedTaxRate, day: string): boolean =>
  (valid?.from ?? day) <= day && day <= (valid?.to ?? day);

/** An exemption counts with its document and until its last day; without a last day it is not proved. */
const isExempt = ({ tax_exempt, tax_exempt_doc, tax_exempt_until }: TaxedSale['client'], day: string) =>
  tax_exempt && tax_exempt_doc !== null && tax_exempt_until !== null && tax_exempt_until >= day;

/**
 * The tax rate of a sale on a day: the exempt rate for a client with a proved exemption, otherwise that of the article,
 * of the company, or the default of the day. Of an article's or a company's rate the record of the same code that is
 * valid on the day applies; without one it is passed over.
 *
 * @param rates every rate that may apply
 * @param day civil day of the sale, `YYYY-MM-DD`
 * @returns null when no such rate is valid that day
 * @example
 * taxRateFor({ article: null, company: { tax_rate_id: null }, client }, rates, '2026-11-24') // { id: …, pct: '18.0000' }
 */
export function taxRateFor(
  { article, company, client }: TaxedSale,
  rates: readonly DatedTaxRate[],
  day: string,
): { readonly id: string; readonly pct: string } | null {
  const valid = rates.filter((rate) => isValidOn(rate, day));
  const own = (id: string | null | undefined): DatedTaxRate | undefined => {
    const named = rates.find((rate) => rate.id === id);
    return named && (valid.find((rate) => rate.id === id) ?? valid.find(({ code }) => code === named.code));
  };
  const found = isExempt(client, day)
    ? valid.find(({ is_exempt }) => is_exempt)
    : (own(article?.tax_rate_id) ?? own(company.tax_rate_id) ?? valid.find(({ is_default }) => is_default));
  return found ? { id: found.id, pct: found.pct } : null;
}
