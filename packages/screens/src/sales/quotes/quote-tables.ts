import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { chosenIn } from '@pauta/domain/inventory/packages/sold-package.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { explainPrice, type PriceExplanation } from '@pauta/domain/sales/lines/explain-price.ts';
import { spaceKinds } from '@pauta/domain/sales/lines/line-kinds.ts';
import { volumeGross } from '@pauta/domain/sales/lines/sale-totals.ts';
import type { QuoteTerms } from '@pauta/domain/sales/quotes/quote-totals.ts';
import type { DocumentLines } from '@pauta/ui/document/form/document-form.tsx';
import { useMemo, useSyncExternalStore } from 'react';
import type { LineAvailability } from '../lines/line-availability.tsx';
import { useLookup } from '../lines/use-lookup.ts';

/** What a line takes over from what is chosen in it. */
export interface Suggestions {
  readonly spaces: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly days: readonly string[] | null;
        readonly duration_sec: number | null;
        readonly ad_article: Reference | null;
      }
    >
  >;
  readonly articles: Readonly<
    Record<string, { readonly name: string; readonly duration_sec: number | null }>
  >;
  readonly packages: Readonly<Record<string, { readonly name: string; readonly min_qty: string | null }>>;
  readonly classifications: { readonly paid: Reference | null; readonly bonus: Reference | null };
}

interface TermsAnswer extends Suggestions {
  readonly terms: QuoteTerms;
  readonly allowed_discount_pct: string;
  readonly allowed_bonus_pct: string;
  readonly regulated_industry: string | null;
}

/** What the form of a quote looks up: the terms of its amounts, suggestions, and the availability of its lines. */
export interface QuoteTables extends QuoteTerms {
  readonly suggestions: Suggestions;
  readonly allowed_discount_pct: string;
  readonly allowed_bonus_pct: string;
  /** Name of the industry that requires an approval; null if it does not. */
  readonly regulated_industry: string | null;
  readonly availability: Readonly<Record<string, LineAvailability>>;
  /** Name of the price list. */
  readonly list: string | undefined;
  /** Where the price of a line comes from, with the other lines as they are now. */
  explain(line: Line): PriceExplanation;
}

const ids = (lines: readonly Values[], name: string): string[] =>
  [...new Set(lines.flatMap((line) => referenceId(line[name]) ?? []))].sort();

/** The first day of a flight that is being typed; null until it is a day. */
const firstDay = (flight: unknown): string | null => {
  const from = (flight as Partial<DateRange> | null | undefined)?.from;
  return from && isCivilDate(from) ? from : null;
};

/** The request for the terms of a quote, as JSON. */
const termsBody = (header: Values, lines: readonly Values[]): string =>
  JSON.stringify({
    price_list_id: referenceId(header.price_list_id),
    currency_code: String(header.currency_code ?? ''),
    company_id: referenceId(header.company_id),
    client_id: referenceId(header.client_id),
    brand_id: referenceId(header.brand_id),
    agency_id: referenceId(header.agency_id),
    from: firstDay(header.flight),
    owner_id: referenceId(header.owner_id),
    inventory_item_ids: ids(lines, 'inventory_item_id'),
    ad_article_ids: ids(lines, 'ad_article_id'),
    package_ids: ids(lines, 'package_id'),
  });

const whole = (value: unknown): number | null => {
  const number = Number(value);
  return value !== null && value !== '' && Number.isInteger(number) && number > 0 ? number : null;
};

const amountIn = (value: unknown): string | null =>
  /^\d{1,10}(\.\d{1,2})?$/.test(String(value)) && Number(value) > 0 ? String(value) : null;

/** What a line takes: units of its space, or of those of its package; null if neither is chosen. */
const takenBy = (line: Values): object | null => {
  const [item, bundle] = [referenceId(line.inventory_item_id), referenceId(line.package_id)];
  if (line.line_kind === 'package')
    return bundle === null
      ? null
      : { package_id: bundle, units: amountIn(line.units), components: chosenIn(line) };
  return item === null || !spaceKinds.includes(String(line.line_kind))
    ? null
    : {
        inventory_item_id: item,
        days: (line.days as readonly string[] | null) ?? null,
        units_per_day: whole(line.units_per_day),
        duration_sec: whole(line.duration_sec),
      };
};

/** The request for the availability of the lines with a space or package and complete dates; null if there are none. */
const availabilityBody = (lines: readonly Values[]): string | null => {
  const asked = lines.flatMap((line) => {
    const flight = line.flight as Partial<DateRange> | null | undefined;
    const taken = takenBy(line);
    if (taken === null || !flight?.from || !flight.to || flight.from > flight.to) return [];
    return [{ id: String(line.id), flight: { from: flight.from, to: flight.to }, ...taken }];
  });
  return asked.length === 0 ? null : JSON.stringify({ lines: asked });
};

/** Milliseconds without typing before the availability is asked again. */
const pause = 400;

/** Looks up what the form of a quote needs besides the quote. The same object until something changes. */
export function useQuoteTables(header: Values, lines: DocumentLines): QuoteTables | undefined {
  const terms = useSyncExternalStore(lines.subscribe, () => termsBody(header, lines.lines('lines')));
  const wanted = useSyncExternalStore(lines.subscribe, () => availabilityBody(lines.lines('lines')));
  const answer = useLookup<TermsAnswer>('/quotes/terms', terms);
  const availability = useLookup<QuoteTables['availability']>('/quotes/availability', wanted, pause);
  const currency = String(header.currency_code ?? 'DOP');
  const list = (header.price_list_id as Reference | null | undefined)?.label;
  return useMemo(
    () =>
      answer && {
        ...answer.terms,
        suggestions: answer,
        allowed_discount_pct: answer.allowed_discount_pct,
        allowed_bonus_pct: answer.allowed_bonus_pct,
        regulated_industry: answer.regulated_industry,
        availability: availability ?? {},
        list,
        explain: (line) =>
          explainPrice(
            line,
            answer.terms,
            currency,
            volumeGross(lines.lines('lines') as readonly Line[], answer.terms, currency),
            list ?? null,
          ),
      },
    [answer, availability, list, lines, currency],
  );
}
