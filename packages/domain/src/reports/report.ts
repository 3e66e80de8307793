import type { Field } from '../kinds/kind.ts';
import type { MoneyOptions } from '../kinds/number.ts';
import { fieldOf, type Resource } from '../resource/resource.ts';

/** Filters in the grammar of lists, by field: `{ status: 'issued', doc_kind: 'invoice,debit_note' }`. */
export type FixedFilters = Readonly<Record<string, string>>;

/**
 * What is added up over rows: a field, the number of rows, or the days from one of their days or instants to another;
 * only of rows that meet `only`.
 */
export type Term = (
  | { readonly sum: string }
  | { readonly count: true }
  | { readonly days: { readonly from: string; readonly to: string } }
) & { readonly only?: FixedFilters };

/** How a value of a measure is displayed; an amount of money has the currency of the report. */
export type Unit = 'money' | 'count' | 'quantity' | 'percent' | 'days';

/**
 * A figure of a report: the sum of `plus` without `minus`; with `per`, divided by the sum of those terms. A percentage is
 * a hundred times that.
 */
export interface Measure {
  readonly label: string;
  readonly unit: Unit;
  readonly plus: readonly Term[];
  readonly minus?: readonly Term[];
  readonly per?: readonly Term[];
  /** Factor of a measure with `per`; a percentage has 100. */
  readonly times?: number;
  /** Rows that the measure is about; the list that a value leads to has these. */
  readonly only?: FixedFilters;
  readonly hint?: string;
}

/** Dimensions that every report has: parts of its date. */
export const dateDimensions = {
  month: 'Mes',
  quarter: 'Trimestre',
  year: 'Año',
} as const;

export type DateDimension = keyof typeof dateDimensions;

export const isDateDimension = (name: string): name is DateDimension => Object.hasOwn(dateDimensions, name);

/**
 * A report as data: measures over the rows of one resource, by fields of these rows, within a period. Every value is the
 * sum of the rows of one list, which is filtered by the same fields. Who sees the list sees the report, of the same rows.
 */
export interface Report {
  /** Segment of its address: `ventas`. */
  readonly name: string;
  readonly label: string;
  /** One sentence: which rows are counted, and by which date. */
  readonly about: string;
  readonly resource: () => Resource;
  /**
   * The server computes the rows for the period; they have no table and no list, but a page below the report. Their
   * resource only describes them.
   */
  readonly isComputed?: true;
  /**
   * The rows are what there is at the end of a day, their date. Without a part of the date as rows or columns it is the
   * last day of the period that is over, else the last one of each part; figures of several days are not added up.
   */
  readonly isStock?: true;
  /** A page with the same figures. */
  readonly page?: { readonly to: string; readonly label: string };
  /** Field of the rows whose days the period limits. */
  readonly date: string;
  /** Rows that the report is about. */
  readonly only?: FixedFilters;
  /** Field with the currency of the rows: the report is of one currency. Absent: measures have their own. */
  readonly currency?: string;
  readonly measures: Readonly<Record<string, Measure>>;
  /** Fields of the rows by which values are divided, besides the parts of its date. */
  readonly dimensions: readonly string[];
  /** What is shown until something else is chosen. */
  readonly initial: { readonly rows: string; readonly columns: string; readonly measures: readonly string[] };
}

/** The fields that a measure adds up. */
const summed = ({ plus, minus = [], per = [] }: Measure): readonly string[] =>
  [...plus, ...minus, ...per].flatMap((term) => ('sum' in term ? [term.sum] : []));

const currencyFieldOf = ({ kind, options }: Field): string | undefined =>
  kind.name === 'money' ? (options as unknown as MoneyOptions).currency : undefined;

/** The field with the currency of a measure; undefined where it is not of money. */
export const currencyOfMeasure = (report: Report, measure: Measure): string | undefined => {
  if (report.currency !== undefined) return report.currency;
  for (const name of summed(measure)) {
    const currency = currencyFieldOf(fieldOf(report.resource(), name));
    if (currency !== undefined) return currency;
  }
  return undefined;
};

/** Label of a dimension of the report. */
export const dimensionLabel = (report: Report, name: string): string =>
  isDateDimension(name) ? dateDimensions[name] : fieldOf(report.resource(), name).label;

/** All dimensions of a report, in the order in which they are offered. */
export const dimensionsOf = (report: Report): readonly string[] => [
  ...Object.keys(dateDimensions),
  ...report.dimensions,
];
