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
import { type LineKind, lineKinds, spaceKinds } from '../lines/line-kinds.ts';
import type { saleAmounts } from '../lines/sale-line.ts';
import { billingPlans } from './quote.ts';
import type { QuoteContent, QuoteContentLine } from './quote-content.ts';

/** A line of a quote as its client reads it: texts only. */
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

/** A quote as pages and documents show it to its client: texts only, in order. */
export interface QuotePaper {
  readonly title: string;
  readonly number: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly lines: readonly PaperLine[];
  readonly calendars: readonly PaperCalendar[];
  readonly totals: readonly { readonly label: string; readonly amount: string; readonly isTotal: boolean }[];
  readonly terms: readonly string[];
}

/** Weeks that fit on one page beside the names of the lines. */
const mostWeeks = 13;

/** Units that are sold for a time, and not counted by day. */
const timedUnits: ReadonlySet<string> = new Set(['face_month', 'face_fortnight', 'week', 'month']);

const labelOf = (value: unknown): string | null =>
  isEmpty(value) ? null : String((value as { readonly label: string }).label);

const trimmed = (decimal: unknown): string => plainDecimal(String(decimal ?? '0'));

const counted = (decimal: unknown): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(trimmed(decimal) as unknown as number);

const rangeOf = (value: unknown): string => dateRangeKind.format(value as DateRange, {});

/** Units of a line in a week: of what is counted their sum, of what is sold for a time how many at once. */
const unitsIn = (line: QuoteContentLine, { days }: Bucket): number => {
  const { from, to } = line.flight as DateRange;
  const sold = line.days as readonly string[] | null;
  const count = days.filter(
    ({ day, weekday }) =>
      from !== null && to !== null && day >= from && day <= to && (sold === null || sold.includes(weekday)),
  ).length;
  const perDay = Number(line.units_per_day ?? 0);
  return timedUnits.has(String(line.sale_unit)) ? (count > 0 ? perDay : 0) : count * perDay;
};

const calendarsOf = ({ quote, lines }: QuoteContent): readonly PaperCalendar[] => {
  const { from, to } = quote.flight as DateRange;
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

const detailsOf = (line: QuoteContentLine): readonly string[] => {
  const kind = lineKinds[line.line_kind as LineKind];
  const space = labelOf(line.inventory_item_id) ?? labelOf(line.package_id) ?? labelOf(line.ad_article_id);
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
      isZero(String(line[name] ?? '0')) ? [] : [`${label}: ${trimmed(line[name])} %`],
    ),
  ];
};

const lineOf = (line: QuoteContentLine, currency: string): PaperLine => {
  const unit = saleUnits[line.sale_unit as keyof typeof saleUnits] ?? '';
  const isBonus = line.line_kind === 'bonus';
  const money = (amount: unknown): string => formatAmount({ amount: String(amount ?? '0'), currency });
  return {
    id: line.id,
    title: String(line.description),
    details: detailsOf(line),
    flight: rangeOf(line.flight),
    quantity: `${counted(line.quantity)} × ${unit.toLocaleLowerCase('es')}`,
    price: money(line.agreed_price ?? line.list_price),
    discount: isBonus
      ? 'Bonificado'
      : isZero(String(line.discount_pct ?? '0'))
        ? ''
        : `${trimmed(line.discount_pct)} %`,
    net: money(line.net),
  };
};

/** The names of the taxes of the lines: one name if all have the same. */
const taxLabel = (lines: readonly QuoteContentLine[]): string => {
  const names = [...new Set(lines.flatMap(({ tax_rate_id }) => labelOf(tax_rate_id) ?? []))];
  return names.length === 1 ? String(names[0]) : 'Impuestos';
};

const totalsOf = ({ quote, lines, parties }: QuoteContent, currency: string): QuotePaper['totals'] => {
  const amountOf = (name: keyof typeof saleAmounts): string => String(quote[name] ?? '0.00');
  const [gross, agency] = [amountOf('gross'), amountOf('agency_discount')];
  const row = (label: string, amount: string, isTotal = false) => ({
    label,
    amount: formatAmount({ amount, currency }),
    isTotal,
  });
  const given = subtract(amountOf('net'), gross);
  return [
    row('Bruto', gross),
    ...(isZero(given) ? [] : [row('Descuentos y bonificaciones', given)]),
    ...(parties.agency === null ? [] : [row('Descuento de agencia', isZero(agency) ? agency : `-${agency}`)]),
    row('Neto', amountOf('taxable')),
    row(taxLabel(lines), amountOf('tax')),
    row('Total', amountOf('total'), true),
  ];
};

const present = (pairs: readonly (readonly [string, string | null])[]): QuotePaper['facts'] =>
  pairs.filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '');

/** A quote as its client reads it, from the content of its version. */
export const quotePaper = (content: QuoteContent): QuotePaper => {
  const { quote, lines, parties } = content;
  const currency = String(quote.currency_code);
  const plan = billingPlans[quote.billing_plan as keyof typeof billingPlans];
  const number = `${String(quote.number)} v${String(quote.version)}`;
  return {
    title: String(quote.name),
    number,
    facts: present([
      ['Presupuesto', number],
      ['Cliente', parties.client.legal_name ?? null],
      ['Marca', labelOf(quote.brand_id)],
      ['Agencia', parties.agency?.legal_name ?? null],
      ['Fechas', rangeOf(quote.flight)],
      ['Válido hasta', isEmpty(quote.valid_until) ? null : formatCivilDate(String(quote.valid_until))],
      ['Se factura', plan ?? null],
      ['Término de crédito', labelOf(quote.credit_term_id)],
      ['Le atiende', parties.seller.name ?? null],
      ['Correo', parties.seller.email ?? null],
    ]),
    lines: lines.map((line) => lineOf(line, currency)),
    calendars: calendarsOf(content),
    totals: totalsOf(content, currency),
    terms: parties.terms
      .split(/\n+/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
  };
};
