import { saleUnits } from '../../../catalogues/inventory.ts';
import { type DateRange, dateRangeKind } from '../../../kinds/date-range.ts';
import { currencies } from '../../../money/currencies.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import { currencySign } from '../../../money/format-money.ts';
import { locale } from '../../../text/locale.ts';
import type { SaleUnit } from '../find-price.ts';
import { priceListKinds, priceListStates } from '../price-list.ts';
import { plainDigits } from './plain-amount.ts';
import { type NamedRule, rulesInWords } from './rule-in-words.ts';
import { weekdaysInWords } from './weekdays-in-words.ts';

/** What is public of a price list. Notes, the list it was copied from and its author are not. */
export interface TariffList {
  readonly name: string;
  readonly code: string;
  readonly kind: keyof typeof priceListKinds;
  readonly status: keyof typeof priceListStates;
  readonly currency_code: keyof typeof currencies;
  readonly valid: DateRange;
}

/** What is public of a price: everything but its floor. */
export interface TariffPrice {
  /** What it is the price of. */
  readonly name: string;
  readonly of: 'space' | 'article' | 'category';
  readonly platform: string;
  /** The station of a space. */
  readonly station: string | null;
  readonly unit: SaleUnit;
  /** Decimal text. */
  readonly unit_price: string;
  /** Decimal text; 1 for every quantity. */
  readonly min_qty: string;
  /** Of the article, or of the usual article of the space. */
  readonly duration_sec: number | null;
  /** The daypart of the space, with its hours `HH:MM`. */
  readonly daypart: { readonly name: string; readonly starts: string; readonly ends: string } | null;
  /** ISO weekdays on which the space is sold. */
  readonly days: readonly string[];
}

export interface TariffColumn {
  readonly label: string;
  readonly isNumeric: boolean;
}

/** A table of texts; each row has one text per column. */
export interface TariffTable {
  readonly title: string | null;
  readonly columns: readonly TariffColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** A tariff as documents and pages show it: texts only, in order. */
export interface Tariff {
  readonly title: string;
  /** Across every page of the document: the list is not, or no longer, in force. */
  readonly mark: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly { readonly title: string; readonly tables: readonly TariffTable[] }[];
  readonly notes: readonly string[];
}

/** Durations of the form that radio stations file before an election (domain §1.7). */
const formDurations = [15, 30, 45, 60];
/** More columns do not fit on a page. */
const mostDurations = 8;

const numeric = (label: string): TariffColumn => ({ label, isNumeric: true });
const textual = (label: string): TariffColumn => ({ label, isNumeric: false });
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
const quantity = (value: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value as unknown as number);
const isTier = ({ min_qty }: TariffPrice): boolean => compareDecimals(min_qty, '1') > 0;

const priceTable = (
  title: string | null,
  prices: readonly TariffPrice[],
  currency: TariffList['currency_code'],
): TariffTable => {
  const hasTiers = prices.some(isTier);
  return {
    title,
    columns: [
      textual('Concepto'),
      textual('Unidad'),
      ...(hasTiers ? [numeric('Desde cantidad')] : []),
      numeric(`Precio (${currencySign(currency)})`),
    ],
    rows: prices.map((price) => [
      price.name,
      saleUnits[price.unit],
      ...(hasTiers ? [quantity(price.min_qty)] : []),
      plainDigits(price.unit_price, currency),
    ]),
  };
};

const groupTitles = {
  space: 'Espacios',
  category: 'Categorías',
  article: 'Artículos publicitarios',
} as const;

/** Spaces by station, then categories, then articles. */
const priceTables = (
  prices: readonly TariffPrice[],
  currency: TariffList['currency_code'],
): TariffTable[] => [
  ...[
    ...Map.groupBy(
      prices.filter(({ of }) => of === 'space'),
      ({ station }) => station ?? groupTitles.space,
    ),
  ].map(([station, some]) => priceTable(station, some, currency)),
  ...(['category', 'article'] as const).flatMap((kind) => {
    const some = prices.filter(({ of }) => of === kind);
    return some.length === 0 ? [] : [priceTable(groupTitles[kind], some, currency)];
  }),
];

/** Prices of the form: of a spot with a duration, for any quantity. */
const fitsForm = (price: TariffPrice): boolean =>
  price.unit === 'spot' && price.duration_sec !== null && price.of !== 'category' && !isTier(price);

/** The name without a duration at its end, which is a column. */
const withoutDuration = (name: string): string =>
  name.replace(/[\s,·(–-]*\d+\s*(s|seg|segundos|min)\.?\)?$/i, '') || name;

const rowOf = ({ of, name, daypart }: TariffPrice): string => {
  if (of === 'article') return `${withoutDuration(name)}, en cualquier horario`;
  return `${withoutDuration(name)}${daypart ? `, ${daypart.starts} a ${daypart.ends}` : ''}`;
};

/** One table of the form: dayparts and spaces by duration. Two prices of one cell are both in it. */
const formTable = (
  title: string | null,
  prices: readonly TariffPrice[],
  durations: readonly number[],
  currency: TariffList['currency_code'],
): TariffTable => {
  const rows = new Map<string, { label: string; period: string; cells: Map<number, string> }>();
  for (const price of prices) {
    const period = price.of === 'space' ? capital(weekdaysInWords(price.days)) : 'Todos los días';
    const duration = price.duration_sec ?? 0;
    const label = rowOf(price);
    const key = `${label}|${period}`;
    const row = rows.get(key) ?? { label, period, cells: new Map<number, string>() };
    const cell = plainDigits(price.unit_price, currency);
    const others = row.cells.get(duration);
    row.cells.set(duration, others === undefined ? cell : `${others} / ${cell}`);
    rows.set(key, row);
  }
  return {
    title,
    columns: [
      textual('Horario o espacio'),
      textual('Periodo'),
      ...durations.map((seconds) => numeric(seconds === 60 ? '1 min' : `${seconds} s`)),
    ],
    rows: [...rows.values()].map(({ label, period, cells }) => [
      label,
      period,
      ...durations.map((seconds) => cells.get(seconds) ?? '–'),
    ]),
  };
};

const formTables = (
  prices: readonly TariffPrice[],
  durations: readonly number[],
  currency: TariffList['currency_code'],
): TariffTable[] =>
  [...Map.groupBy(prices, ({ station }) => station ?? `${groupTitles.article} por duración`)].map(
    ([station, some]) => formTable(station, some, durations, currency),
  );

const durationsOf = (prices: readonly TariffPrice[]): number[] => {
  const others = new Set(prices.flatMap(({ duration_sec }) => duration_sec ?? []));
  for (const seconds of formDurations) others.delete(seconds);
  return [
    ...formDurations,
    ...[...others].sort((a, b) => a - b).slice(0, mostDurations - formDurations.length),
  ].sort((a, b) => a - b);
};

const marks: Partial<Record<TariffList['status'], string>> = { draft: 'BORRADOR', expired: 'VENCIDA' };

/**
 * A price list as a public document: what is sold at which price, and the surcharges and discounts that are public. A
 * political one has the layout of the form that radio stations file: a row for each daypart or space, a column for each
 * duration (domain §1.7).
 *
 * @param prices in the order of the list
 */
export const tariffOf = (
  list: TariffList,
  prices: readonly TariffPrice[],
  rules: readonly NamedRule[],
): Tariff => {
  const { currency_code: currency } = list;
  const inForm = list.kind === 'political' ? prices.filter(fitsForm) : [];
  const durations = durationsOf(inForm);
  const isInForm = new Set(inForm.filter(({ duration_sec }) => durations.includes(duration_sec ?? 0)));
  const sections = [...Map.groupBy(prices, ({ platform }) => platform)].map(([platform, some]) => ({
    title: platform,
    tables: [
      ...formTables(
        some.filter((price) => isInForm.has(price)),
        durations,
        currency,
      ),
      ...priceTables(
        some.filter((price) => !isInForm.has(price)),
        currency,
      ),
    ],
  }));
  const ruleTables = (['surcharge', 'discount'] as const).flatMap((effect) => {
    const words = rulesInWords(rules, effect, currency);
    if (words.length === 0) return [];
    const [title, label] =
      effect === 'surcharge' ? (['Recargos', 'Recargo'] as const) : (['Descuentos', 'Descuento'] as const);
    return [
      {
        title,
        columns: [textual(label), textual('Cuándo se aplica'), numeric('Valor')],
        rows: words.map(({ name, conditions, value }) => [name, conditions || 'Siempre', value]),
      },
    ];
  });
  return {
    title: list.name,
    mark: marks[list.status] ?? (list.kind === 'internal' ? 'USO INTERNO' : null),
    facts: [
      ['Tipo', priceListKinds[list.kind]],
      ['Código', list.code],
      ['Vigencia', capital(dateRangeKind.format(list.valid, {}, undefined))],
      ['Moneda', currencies[list.currency_code].split(' · ')[1] ?? list.currency_code],
      ...(list.status === 'current' ? [] : [['Estado', priceListStates[list.status][0]] as const]),
    ],
    sections: [
      ...sections,
      ...(ruleTables.length === 0 ? [] : [{ title: 'Recargos y descuentos', tables: ruleTables }]),
    ],
    notes: [
      `Precios en ${currencySign(currency)}, sin impuestos. Al facturar se suman los que correspondan.`,
      ...(rules.some(({ base }) => base === 'previous')
        ? ['Los recargos y descuentos se aplican en el orden en que aparecen.']
        : []),
    ],
  };
};
