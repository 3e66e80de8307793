// Reads the sheets of a rate card beside this file: README.md says what their columns are.

import { readFileSync } from 'node:fs';
import type { Line } from '../../../document/document.ts';
import type { Price } from '../../../inventory/prices/find-price.ts';
import type { PriceRule } from '../../../inventory/prices/price-chain.ts';
import type { SaleUnit } from '../quantity-of.ts';
import type { SaleTerms } from '../sale-terms.ts';

/** A row of a sheet by the names of its columns; `''` is an empty cell. */
export type Row = Readonly<Record<string, string>>;

/** A document of a sheet: its lines as they are given and as they were calculated, and its sums. */
export interface GoldenDocument {
  readonly name: string;
  readonly terms: SaleTerms;
  readonly lines: readonly { readonly line: Line; readonly row: Row }[];
  readonly total: Row;
}

/** The rate cards that have sheets, with their currency. */
export const rateCards = { television: 'DOP', exterior: 'CLP', diario: 'DOP' } as const;

const cell = (row: Row, name: string): string => {
  const value = row[name];
  if (value === undefined) throw new Error(`the sheet has no column '${name}'`);
  return value;
};

const read = (name: string): readonly Row[] => {
  const text = readFileSync(new URL(`${name}.csv`, import.meta.url), 'utf8');
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((row) => row.split(';'));
  return rows.map((cells) => Object.fromEntries(header.map((column, place) => [column, cells[place] ?? ''])));
};

const orNull = (row: Row, name: string): string | null => cell(row, name) || null;
const numberOrNull = (row: Row, name: string): number | null =>
  cell(row, name) === '' ? null : Number(cell(row, name));
/** `'67'`: Saturday and Sunday. */
const weekdays = (row: Row): readonly string[] => [...cell(row, 'days')];
const words = (row: Row, name: string): readonly string[] => cell(row, name).split(' ').filter(Boolean);

const priceOf = (row: Row, place: number): Price => {
  const of = (kind: string): string | null => (cell(row, 'of') === kind ? cell(row, 'code') : null);
  return {
    id: String(place),
    inventory_item_id: of('item'),
    ad_article_id: of('article'),
    inventory_category_id: of('category'),
    unit: cell(row, 'unit') as SaleUnit,
    unit_price: cell(row, 'price'),
    floor_price: null,
    min_qty: cell(row, 'from_quantity'),
  };
};

const ruleOf = (row: Row): PriceRule => ({
  code: cell(row, 'code'),
  name: cell(row, 'code'),
  effect: cell(row, 'effect') as PriceRule['effect'],
  reason: 'other',
  applies: cell(row, 'applies') as PriceRule['applies'],
  pct: orNull(row, 'pct'),
  amount: orNull(row, 'amount'),
  base: cell(row, 'base') as PriceRule['base'],
  only_best_of: orNull(row, 'group'),
  platform_id: null,
  inventory_category_id: orNull(row, 'space_category'),
  ad_article_id: orNull(row, 'article'),
  client_type_id: orNull(row, 'client_type'),
  buyer: orNull(row, 'buyer') as PriceRule['buyer'],
  days: weekdays(row),
  months: words(row, 'months'),
  dates: cell(row, 'date_from') ? { from: cell(row, 'date_from'), to: orNull(row, 'date_to') } : null,
  is_prime: cell(row, 'prime') === 'yes',
  min_duration_sec: numberOrNull(row, 'min_duration'),
  max_duration_sec: numberOrNull(row, 'max_duration'),
  min_qty: orNull(row, 'min_qty'),
  min_days: numberOrNull(row, 'min_days'),
  min_gross: orNull(row, 'min_gross'),
});

const reference = (row: Row, name: string) =>
  cell(row, name) === '' ? null : { id: cell(row, name), label: '' };

const lineOf = (row: Row): Line => ({
  id: cell(row, 'line'),
  position: 'a0',
  line_kind: cell(row, 'kind'),
  inventory_item_id: reference(row, 'space'),
  ad_article_id: reference(row, 'article'),
  package_id: reference(row, 'package'),
  flight: { from: cell(row, 'from'), to: cell(row, 'to') },
  days: cell(row, 'days') === '' ? null : weekdays(row),
  units_per_day: numberOrNull(row, 'per_day'),
  units: orNull(row, 'units'),
  duration_sec: numberOrNull(row, 'duration'),
  conditions: words(row, 'conditions'),
  agreed_price: orNull(row, 'agreed'),
  surcharge_pct: cell(row, 'own_surcharge') || '0',
  discount_pct: cell(row, 'own_discount') || '0',
});

/** The documents of a rate card, each with the terms that the server would look up for it. */
export const readCard = (card: keyof typeof rateCards): readonly GoldenDocument[] => {
  const sold = read(`${card}-spaces`);
  const listed = read(`${card}-prices`);
  const rows = read(card);
  const of = (kind: string): readonly Row[] => sold.filter((row) => cell(row, 'kind') === kind);
  const cardTerms = {
    prices: listed.filter((row) => cell(row, 'of') !== 'package').map(priceOf),
    rules: read(`${card}-rules`).map(ruleOf),
    items: Object.fromEntries(
      of('space').map((row) => [
        cell(row, 'code'),
        {
          platform_id: null,
          inventory_category_id: cell(row, 'category'),
          ad_article_id: orNull(row, 'article'),
          capacity_unit: 'spots' as const,
          days: cell(row, 'days') === '' ? null : weekdays(row),
          is_prime: cell(row, 'prime') === 'yes',
        },
      ]),
    ),
    articles: Object.fromEntries(
      of('article').map((row) => [
        cell(row, 'code'),
        {
          platform_id: null,
          unit: cell(row, 'unit') as SaleUnit,
          is_commissionable: cell(row, 'commission') === 'yes',
          duration_sec: numberOrNull(row, 'duration'),
        },
      ]),
    ),
    packages: Object.fromEntries(
      listed
        .filter((row) => cell(row, 'of') === 'package')
        .map((row) => [
          cell(row, 'code'),
          {
            kind: 'fixed',
            price_mode: 'closed',
            price: cell(row, 'price'),
            discount_pct: null,
            min_qty: null,
            components: [],
          },
        ]),
    ),
  };
  return [...Map.groupBy(rows, (row) => cell(row, 'document'))].map(([name, all]) => {
    const total = all.find((row) => cell(row, 'line') === 'total');
    if (!total) throw new Error(`document '${name}' has no total`);
    return {
      name,
      total,
      lines: all.filter((row) => row !== total).map((row) => ({ row, line: lineOf(row) })),
      terms: {
        ...cardTerms,
        has_agency: Number(cell(total, 'agency_pct')) > 0,
        client_type_id: orNull(total, 'client_type'),
        agency_discount_pct: cell(total, 'agency_pct'),
        taxes: { '': { tax_rate: null, pct: cell(total, 'tax_pct') } },
      },
    };
  });
};
