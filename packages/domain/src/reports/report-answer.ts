import { formatMoney } from '../money/format-money.ts';
import { locale } from '../text/locale.ts';
import type { Period } from './period.ts';
import type { Unit } from './report.ts';

/** A value of a dimension. */
export interface ReportMember {
  /** Stored text; null is the group of rows without a value. A month is `2026-03`, a quarter `2026-Q1`. */
  readonly value: string | null;
  readonly label: string;
}

/** One value of a measure. */
export interface ReportFigure {
  /** Exact decimal text; null where no row counts. */
  readonly value: string | null;
  /** Query string of the list whose rows it sums; null where there are none. */
  readonly list: string | null;
}

export interface ReportCell {
  /** Position in `rows`; null is the total of all rows. */
  readonly row: number | null;
  /** Position in `columns`; null is the total of all columns. */
  readonly column: number | null;
  /** One for each measure, in their order. */
  readonly figures: readonly ReportFigure[];
  /** The same of the period compared with. */
  readonly before?: readonly ReportFigure[];
}

/** The `data` of `GET /api/reports/{name}`. */
export interface ReportAnswer {
  readonly period: Period;
  /** The period compared with. */
  readonly compared: Period | null;
  /** The day at whose end the figures are what there is; null for a report of a period, or of several days. */
  readonly as_of: string | null;
  /** Currency of the amounts; null where no measure is of money. */
  readonly currency: string | null;
  /** Currencies of the rows of the period, with their number, so that none is overlooked. */
  readonly currencies: readonly { readonly code: string; readonly count: number }[];
  readonly rows: readonly ReportMember[];
  /** Null: the report has no columns besides its measures. */
  readonly columns: readonly ReportMember[] | null;
  readonly measures: readonly { readonly name: string; readonly label: string; readonly unit: Unit }[];
  readonly cells: readonly ReportCell[];
  /** Rows and columns beyond the largest ones; totals contain them. */
  readonly more: { readonly rows: number; readonly columns: number };
}

/** Rows and columns of an answer at most. */
export const mostMembers = { rows: 500, columns: 60 } as const;

const decimals: Readonly<Record<Exclude<Unit, 'money'>, number>> = {
  count: 0,
  quantity: 0,
  percent: 2,
  days: 1,
};

const number = (value: string, digits: number): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    // `Intl` accepts decimal text (ES2023), but its types do not declare that.
    value as unknown as number,
  );

/**
 * A value of a measure as users read it.
 *
 * @example formatFigure('1250.00', 'money', 'DOP') // 'RD$1,250.00'
 * @example formatFigure('62.50', 'percent', null) // '62.50 %'
 */
export const formatFigure = (value: string, unit: Unit, currency: string | null): string => {
  if (unit === 'money') return formatMoney(value, currency ?? '', 2);
  const text = number(value, decimals[unit]);
  return unit === 'percent' ? `${text} %` : text;
};
