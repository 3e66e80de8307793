import { addDays } from '../../calendar/working-time.ts';
import type { Line } from '../../document/document.ts';
import { type DateRange, daysBetween } from '../../kinds/date-range.ts';
import { linesIn } from '../../resource/lines.ts';
import type { AnyRecord, Values } from '../../resource/resource.ts';
import { writtenValues } from '../../resource/written-values.ts';
import { quotes } from './quote.ts';
import { quoteLines } from './quote-line.ts';

/** A copy of a quote: what a request would enter to create it. */
export interface QuoteCopy {
  readonly header: Values;
  /** With the line that each was copied from. */
  readonly lines: readonly { readonly from: Line; readonly values: Values }[];
}

const moved = (flight: DateRange, days: number): DateRange => ({
  from: addDays(String(flight.from), days),
  to: addDays(String(flight.to), days),
});

/**
 * The content of a quote as an input: of references the ids, without what the server gives. With `from` its flight begins
 * on that day, and those of its lines move by as many days.
 *
 * @param keepsAgreed whether prices that were agreed stay; otherwise those of the list count
 * @example copyOfQuote(plan, { from: '2027-01-01', keepsAgreed: false }).header.flight.from // '2027-01-01'
 */
export const copyOfQuote = (
  quote: AnyRecord,
  { from = null, keepsAgreed = true }: { readonly from?: string | null; readonly keepsAgreed?: boolean } = {},
): QuoteCopy => {
  const flight = quote.flight as DateRange;
  const days = from === null ? 0 : daysBetween(String(flight.from), from);
  const { valid_until: _, ...header } = writtenValues(quotes.fields, quote);
  return {
    header: { ...header, flight: moved(flight, days) },
    lines: (linesIn(quote, 'lines') as readonly Line[]).map((line) => {
      const { agreed_price, ...values } = writtenValues(quoteLines.fields, line);
      return {
        from: line,
        values: {
          ...values,
          ...(keepsAgreed && agreed_price !== undefined && { agreed_price }),
          flight: moved(line.flight as DateRange, days),
        },
      };
    }),
  };
};
