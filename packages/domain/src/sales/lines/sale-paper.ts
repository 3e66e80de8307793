import { saleUnits } from '../../catalogues/inventory.ts';
import { type Bucket, bucketsOf } from '../../inventory/capacity/buckets.ts';
import { weekdaysInWords } from '../../inventory/prices/tariff/weekdays-in-words.ts';
import { plainDecimal } from '../../inventory/tech-templates/plain-decimal.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import { type DateRange, dateRangeKind } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { isZero, subtract } from '../../money/arithmetic.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import type { Values } from '../../resource/resource.ts';
import { locale } from '../../text/locale.ts';
import { type LineKind, lineKinds, spaceKinds } from './line-kinds.ts';
import type { saleAmounts } from './sale-line.ts';

/** A line of the fixed content of a quote or a contract. */
export type SaleContentLine = Values & { readonly id: string };

/** A sold line as a client reads it: texts only. */
export interface PaperLine {
  readonly id: string;
  readonly title: string;
  /** What it is, when and how often. */
  readonly details: readonly string[];
  readonly flight: string;
  readonly quantity: string;
  /** Price of one unit before surcharges and discounts. */
  readonly price: string;
  readonly discount: string;
  readonly net: string;
}

/** Weeks of a flight with the units of each line; a long flight has several. */
export interface PaperCalendar {
  readonly columns: readonly { readonly label: string; readonly name: string }[];
  /** One row per line that has units in these weeks; an empty cell has none. */
  readonly rows: readonly { readonly title: string; readonly cells: readonly string[] }[];
}

/** A row of the totals of a document. */
export interface PaperTotal {
  readonly label: string;
  readonly amount: string;
  readonly isTotal: boolean;
}

/** Pairs of a label and a value. */
export type PaperFacts = readonly (readonly [label: string, value: string])[];

/** Weeks that fit on one page beside the names of the lines. */
const mostWeeks = 13;

/** Units that are sold for a time, and not counted by day. */
const timedUnits: ReadonlySet<string> = new Set(['face_month', 'face_fortnight', 'week', 'month']);

/** The name of a reference in a fixed content; null without one. */
export const paperLabel = (value: unknown): string | null =>
  isEmpty(value) ? null : String((value as { readonly label: string }).label);

/** A period, as in `02/11/2026 – 15/11/2026`; null without one. */
export const paperRange = (value: unknown): string | null =>
  isEmpty(value) ? null : dateRangeKind.format(value as DateRange, {});

/** The pairs that have a value. */
export const presentFacts = (pairs: readonly (readonly [string, string | null])[]): PaperFacts =>
  pairs.filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '');

/** A decimal without trailing zeros, such as a percent. */
export const paperDecimal = (decimal: unknown): string => plainDecimal(String(decimal ?? '0'));

const counted = (decimal: unknown): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(
    paperDecimal(decimal) as unknown as number,
  );

/** Units of a line in a week: of what is counted their sum, of what is sold for a time how many at once. */
const unitsIn = (line: SaleContentLine, { days }: Bucket): number => {
  const { from, to } = line.flight as DateRange;
  const sold = line.days as readonly string[] | null;
  const count = days.filter(
    ({ day, weekday }) =>
      from !== null && to !== null && day >= from && day <= to && (sold === null || sold.includes(weekday)),
  ).length;
  const perDay = Number(line.units_per_day ?? 0);
  return timedUnits.has(String(line.sale_unit)) ? (count > 0 ? perDay : 0) : count * perDay;
};

/** The units of each line by week of a flight, in parts that fit on a page. */
export const paperCalendars = (
  flight: DateRange,
  lines: readonly SaleContentLine[],
): readonly PaperCalendar[] => {
  const { from, to } = flight;
  const placed = lines.filter(({ line_kind }) => spaceKinds.includes(String(line_kind)));
  if (!from || !to || placed.length === 0) return [];
  const weeks = bucketsOf(from, to, 'week');
  const parts = Array.from({ length: Math.ceil(weeks.length / mostWeeks) }, (_, place) =>
    weeks.slice(place * mostWeeks, (place + 1) * mostWeeks),
  );
  return parts.flatMap((part) => {
    const rows = placed.flatMap((line) => {
      const units = part.map((week) => unitsIn(line, week));
      if (units.every((count) => count === 0)) return [];
      return [
        { title: String(line.description), cells: units.map((count) => (count === 0 ? '' : counted(count))) },
      ];
    });
    return rows.length === 0
      ? []
      : [
          {
            columns: part.map((week) => ({
              label: `${week.from.slice(8)}/${week.from.slice(5, 7)}`,
              name: `Semana del ${formatCivilDate(week.from)}`,
            })),
            rows,
          },
        ];
  });
};

/** Percents between the price of a unit and the net, besides the discount of the line. */
const percents = [
  ['Recargos de la lista', 'rules_surcharge_pct'],
  ['Descuentos de la lista', 'rules_discount_pct'],
  ['Recargo', 'surcharge_pct'],
] as const;

const detailsOf = (line: SaleContentLine): readonly string[] => {
  const kind = lineKinds[line.line_kind as LineKind];
  const space =
    paperLabel(line.inventory_item_id) ?? paperLabel(line.package_id) ?? paperLabel(line.ad_article_id);
  const days = line.days as readonly string[] | null;
  const isSpace = spaceKinds.includes(String(line.line_kind));
  return [
    space !== null && space !== line.description ? `${kind}: ${space}` : kind,
    ...(isSpace
      ? [
          `${counted(line.units_per_day)} por día, ${weekdaysInWords(days ?? [])}`,
          ...(isEmpty(line.duration_sec) ? [] : [`${String(line.duration_sec)} segundos`]),
        ]
      : []),
    ...((line.components as readonly Values[] | null) ?? []).map(
      ({ quantity, name }) => `${counted(quantity)} × ${String(name ?? 'componente')}`,
    ),
    ...percents.flatMap(([label, name]) =>
      isZero(String(line[name] ?? '0')) ? [] : [`${label}: ${paperDecimal(line[name])} %`],
    ),
  ];
};

/** A line of a quote or a contract as its client reads it. @param currency of the document */
export const paperLine = (line: SaleContentLine, currency: string): PaperLine => {
  const unit = saleUnits[line.sale_unit as keyof typeof saleUnits] ?? '';
  const isBonus = line.line_kind === 'bonus';
  const money = (amount: unknown): string => formatAmount({ amount: String(amount ?? '0'), currency });
  return {
    id: line.id,
    title: String(line.description),
    details: detailsOf(line),
    flight: paperRange(line.flight) ?? '',
    quantity: `${counted(line.quantity)} × ${unit.toLocaleLowerCase('es')}`,
    price: money(line.agreed_price ?? line.list_price),
    discount: isBonus
      ? 'Bonificado'
      : isZero(String(line.discount_pct ?? '0'))
        ? ''
        : `${paperDecimal(line.discount_pct)} %`,
    net: money(line.net),
  };
};

/** The names of the taxes of the lines: one name if all have the same. */
const taxLabel = (lines: readonly SaleContentLine[]): string => {
  const names = [...new Set(lines.flatMap(({ tax_rate_id }) => paperLabel(tax_rate_id) ?? []))];
  return names.length === 1 ? String(names[0]) : 'Impuestos';
};

/** From gross to total. @param header of the document, with its amounts and its currency */
export const paperTotals = (
  header: Values,
  lines: readonly SaleContentLine[],
  hasAgency: boolean,
): readonly PaperTotal[] => {
  const currency = String(header.currency_code);
  const amountOf = (name: keyof typeof saleAmounts): string => String(header[name] ?? '0.00');
  const [gross, agency] = [amountOf('gross'), amountOf('agency_discount')];
  const row = (label: string, amount: string, isTotal = false): PaperTotal => ({
    label,
    amount: formatAmount({ amount, currency }),
    isTotal,
  });
  const given = subtract(amountOf('net'), gross);
  return [
    row('Bruto', gross),
    ...(isZero(given) ? [] : [row('Descuentos y bonificaciones', given)]),
    ...(hasAgency ? [row('Descuento de agencia', isZero(agency) ? agency : `-${agency}`)] : []),
    row('Neto', amountOf('taxable')),
    row(taxLabel(lines), amountOf('tax')),
    row('Total', amountOf('total'), true),
  ];
};
