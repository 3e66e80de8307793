import { formatField, isEmpty } from '../../kinds/kind.ts';
import { referenceId } from '../../kinds/reference.ts';
import { isZero, subtract } from '../../money/arithmetic.ts';
import { signedAmount } from '../../money/currency-amount.ts';
import { linesIn } from '../../resource/lines.ts';
import { type AnyRecord, fieldOf, type Resource, type Values } from '../../resource/resource.ts';
import { lower } from '../../text/label.ts';
import { type LineKind, lineKinds } from '../lines/line-kinds.ts';
import { quotes } from './quote.ts';
import { quoteLines } from './quote-line.ts';

/** A value that differs, formatted for display; null is empty. */
export interface QuoteChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A line that two versions of a quote have in common, or that only one of them has. */
export interface ComparedLine {
  /** Id in the newer version, or in the older one if it was removed. */
  readonly id: string;
  readonly state: 'added' | 'removed' | 'changed' | 'same';
  readonly title: string;
  readonly changes: readonly QuoteChange[];
  /** Net of each version; null where the line is missing. */
  readonly before: string | null;
  readonly after: string | null;
  /** Of the net, with its sign as decimal text. */
  readonly delta: string;
}

/** What differs between two versions of a quote. */
export interface QuoteComparison {
  readonly header: readonly QuoteChange[];
  /** In the order of the newer version; removed lines follow. */
  readonly lines: readonly ComparedLine[];
  readonly totals: readonly (QuoteChange & { readonly delta: string })[];
  /** The same in sentences. */
  readonly words: readonly string[];
}

const headerFields = [
  'name',
  'client_id',
  'brand_id',
  'agency_id',
  'contact_id',
  'company_id',
  'currency_code',
  'price_list_id',
  'flight',
  'valid_until',
  'budget_amount',
  'billing_plan',
  'credit_term_id',
] as const;

const lineFields = [
  'line_kind',
  'inventory_item_id',
  'package_id',
  'ad_article_id',
  'description',
  'flight',
  'days',
  'units_per_day',
  'units',
  'duration_sec',
  'list_price',
  'agreed_price',
  'surcharge_pct',
  'discount_pct',
  'quantity',
  'net',
] as const;

const totalFields = ['gross', 'net', 'agency_discount', 'tax', 'total'] as const;

/** The value as it is compared: references by their id, everything else by its JSON. */
const keyOf = (value: unknown): string =>
  isEmpty(value) ? '' : (referenceId(value) ?? JSON.stringify(value));

const shown = (resource: Resource, name: string, record: Values): string | null => {
  const value = record[name];
  return isEmpty(value) ? null : formatField(fieldOf(resource, name), value, record);
};

const changesOf = (
  resource: Resource,
  names: readonly string[],
  before: Values,
  after: Values,
): readonly QuoteChange[] =>
  names
    .filter((name) => keyOf(before[name]) !== keyOf(after[name]))
    .map((name) => ({
      field: name,
      label: fieldOf(resource, name).label,
      before: shown(resource, name, before),
      after: shown(resource, name, after),
    }));

/** What identifies a line across versions, from the most to the least exact. */
const identities: readonly ((line: Values) => string)[] = [
  (line) => JSON.stringify(lineFields.map((name) => keyOf(line[name]))),
  (line) =>
    JSON.stringify(
      ['line_kind', 'inventory_item_id', 'package_id', 'ad_article_id', 'duration_sec', 'description'].map(
        (name) => keyOf(line[name]),
      ),
    ),
  (line) =>
    JSON.stringify(
      ['line_kind', 'inventory_item_id', 'package_id', 'ad_article_id'].map((name) => keyOf(line[name])),
    ),
];

type QuoteLine = Values & { readonly id: string };

/** The lines with the currency of their quote, in which their amounts are displayed. */
const pricedLines = (quote: AnyRecord): readonly QuoteLine[] =>
  linesIn(quote, 'lines').map((line) => ({ ...line, currency_code: quote.currency_code }));

/** Pairs each line of the newer version with the most alike one of the older version that no other line took. */
const pair = (before: readonly QuoteLine[], after: readonly QuoteLine[]): ReadonlyMap<string, QuoteLine> => {
  const pairs = new Map<string, QuoteLine>();
  const free = new Set(before);
  for (const identity of identities) {
    const byIdentity = Map.groupBy([...free], identity);
    for (const line of after) {
      if (pairs.has(line.id)) continue;
      const found = byIdentity.get(identity(line))?.shift();
      if (!found) continue;
      pairs.set(line.id, found);
      free.delete(found);
    }
  }
  return pairs;
};

const netOf = (line: Values | undefined): string | null => (line ? String(line.net ?? '0.00') : null);

const compareLine = (before: QuoteLine | undefined, after: QuoteLine | undefined): ComparedLine => {
  const line = after ?? before;
  if (!line) throw new Error('a compared line is of one of the two versions');
  const changes = before && after ? changesOf(quoteLines, lineFields, before, after) : [];
  const state = !before ? 'added' : !after ? 'removed' : changes.length > 0 ? 'changed' : 'same';
  const [net, former] = [netOf(after), netOf(before)];
  return {
    id: line.id,
    state,
    title: String(line.description),
    changes,
    before: former,
    after: net,
    delta: subtract(net ?? '0.00', former ?? '0.00'),
  };
};

const kindOf = (line: Values): string =>
  lineKinds[line.line_kind as LineKind]?.toLocaleLowerCase('es') ?? 'renglón';

const sentenceOf = (compared: ComparedLine, line: Values, currency: string): string => {
  const money = isZero(compared.delta) ? '' : `; ${signedAmount(compared.delta, currency)}`;
  const what = `${kindOf(line)} «${compared.title}»`;
  if (compared.state === 'changed') {
    const parts = compared.changes
      .filter(({ field }) => field !== 'net' && field !== 'quantity')
      .map(({ label, before, after }) =>
        before === null
          ? `${lower(label)} ${after ?? ''}`
          : after === null
            ? `sin ${lower(label)} (era ${before})`
            : `${lower(label)} de ${before} a ${after}`,
      );
    return `Cambia ${what}: ${parts.length > 0 ? parts.join(', ') : 'su importe'}${money}.`;
  }
  const size = shown(quoteLines, 'quantity', line);
  return `${compared.state === 'added' ? 'Se agrega' : 'Se quita'} ${what}${size === null ? '' : `, cantidad ${size}`}${money}.`;
};

/**
 * Compares two versions of a quote: the values of the header, the lines with what changed in each, and the totals; also in
 * words. Lines are paired by what they sell, because each version has its own.
 *
 * @param before the older version, with its lines, as the server answers it
 * @example compareQuotes(first, second).words // ['Cambia pauta «Noticiero»: por día de 2 a 3; +RD$84,000.00.']
 */
export const compareQuotes = (before: AnyRecord, after: AnyRecord): QuoteComparison => {
  const [older, newer] = [pricedLines(before), pricedLines(after)];
  const pairs = pair(older, newer);
  const taken = new Set(pairs.values());
  const currency = String(after.currency_code);
  const compared = [
    ...newer.map((line) => [compareLine(pairs.get(line.id), line), line] as const),
    ...older.filter((line) => !taken.has(line)).map((line) => [compareLine(line, undefined), line] as const),
  ];
  const header = changesOf(quotes, headerFields, before, after);
  const totals = changesOf(quotes, totalFields, before, after).map((change) => ({
    ...change,
    delta: subtract(String(after[change.field] ?? '0.00'), String(before[change.field] ?? '0.00')),
  }));
  const total = totals.find(({ field }) => field === 'total');
  return {
    header,
    lines: compared.map(([line]) => line),
    totals,
    words: [
      ...header.map(
        ({ label, before: from, after: to }) => `${label}: ${from ?? 'vacío'} pasa a ${to ?? 'vacío'}.`,
      ),
      ...compared
        .filter(([{ state }]) => state !== 'same')
        .map(([line, values]) => sentenceOf(line, values, currency)),
      ...(total && before.currency_code === after.currency_code
        ? [
            `El total pasa de ${total.before ?? ''} a ${total.after ?? ''} (${signedAmount(total.delta, currency)}).`,
          ]
        : []),
    ],
  };
};
