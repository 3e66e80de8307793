import { isFilterable } from '../kinds/kind.ts';
import { companyCurrency } from '../money/company-currency.ts';
import { currencies } from '../money/currencies.ts';
import { type Filter, formatFilter, parseFilter } from '../resource/query/filter.ts';
import type { QueryParameters } from '../resource/query/query.ts';
import { type Errors, fieldOf, type Resource, systemFields } from '../resource/resource.ts';
import {
  type Comparison,
  comparisons,
  datesBetween,
  daysOf,
  isWholeMonths,
  meetPeriods,
  mostYears,
  type Period,
  partOf,
  readPeriod,
  type Shift,
  shiftBack,
  shiftOf,
  stockDay,
} from './period.ts';
import {
  currencyOfMeasure,
  type DateDimension,
  dimensionsOf,
  type FixedFilters,
  isDateDimension,
  type Measure,
  type Report,
} from './report.ts';

/** What is asked of a report; its text is the query string of the API and of the screen. */
export interface ReportQuery {
  readonly rows: string;
  /** Null: the measures are the only columns. */
  readonly columns: string | null;
  readonly measures: readonly string[];
  readonly period: Period;
  readonly comparison: Comparison;
  readonly currency: string;
  readonly filters: readonly Filter[];
  /** The company's day. */
  readonly today: string;
}

export type ParsedReportQuery =
  | { readonly ok: true; readonly query: ReportQuery }
  | { readonly ok: false; readonly errors: Errors };

export const reportParameterNames = ['rows', 'columns', 'measures', 'period', 'compare', 'currency'] as const;

/** Value of `columns` for a report without columns. */
export const noColumns = '-';

/** The period of a report until one is chosen. */
export const initialPeriod = 'this_year';

/** Measures in one report. */
const mostMeasures = 8;

const once = 'Envíe este parámetro una sola vez.';

/** Fields that a caller may not filter by, because the report itself does, with the reason. */
const takenFields = (report: Report): ReadonlyMap<string, string> =>
  new Map([
    [report.date, 'Este dato lo limita el periodo.'],
    ...(report.currency === undefined ? [] : ([[report.currency, 'Elija la moneda del informe.']] as const)),
    ...Object.keys(report.only ?? {}).map((name) => [name, 'Este dato es fijo en este informe.'] as const),
  ]);

/**
 * Reads the parameters of a report.
 *
 * @param today the company's day, from which words such as `this_year` count
 * @example parseReportQuery(sales, { rows: 'client_id', columns: 'month', period: 'this_year' }, companyToday())
 */
export function parseReportQuery(
  report: Report,
  parameters: QueryParameters,
  today: string,
): ParsedReportQuery {
  const resource = report.resource();
  const errors: Errors = {};
  const single = (name: string): string | undefined => {
    const value = parameters[name];
    if (value === undefined || typeof value === 'string') return value || undefined;
    errors[name] = [once];
    return undefined;
  };
  const dimensions = dimensionsOf(report);
  const rows = single('rows') ?? report.initial.rows;
  if (!dimensions.includes(rows)) errors.rows = ['Este informe no se divide por ese dato.'];
  const columns = single('columns') ?? (report.initial.columns === rows ? noColumns : report.initial.columns);
  if (columns !== noColumns && !dimensions.includes(columns))
    errors.columns = ['Este informe no se divide por ese dato.'];
  else if (columns === rows) errors.columns = ['Elija para las columnas otro dato que para las filas.'];
  const given = single('measures');
  const measures = given === undefined ? report.initial.measures : [...new Set(given.split(','))];
  if (!measures.every((name) => Object.hasOwn(report.measures, name)))
    errors.measures = ['Este informe no tiene esa medida.'];
  else if (measures.length > mostMeasures) errors.measures = [`Elija hasta ${mostMeasures} medidas.`];
  const period = readPeriod(single('period') ?? initialPeriod, today);
  if (!period)
    errors.period = [
      `Indique un periodo como this_year o 2026-01-01..2026-12-31, de hasta ${mostYears} años.`,
    ];
  const comparison = single('compare') ?? 'none';
  if (!Object.hasOwn(comparisons, comparison)) errors.compare = ['Compare con previous o year.'];
  // Computed rows are of whole months, which a period of other days would cut elsewhere.
  else if (report.isComputed && comparison === 'previous' && period && !isWholeMonths(period))
    errors.compare = ['Compare con un año antes, o elija un periodo de meses completos.'];
  const currency = single('currency') ?? companyCurrency;
  if (!Object.hasOwn(currencies, currency)) errors.currency = ['Elija una moneda de la lista.'];

  const filters: Filter[] = [];
  const taken = takenFields(report);
  for (const name of Object.keys(parameters)) {
    if (!name.startsWith('f.')) {
      if (!reportParameterNames.some((one) => one === name)) errors[name] = ['Este parámetro no existe.'];
      continue;
    }
    const fieldName = name.slice(2);
    const fields = { ...(report.isComputed ? {} : systemFields), ...resource.fields };
    const field = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
    const text = single(name);
    const refused = taken.get(fieldName);
    if (!field || !isFilterable(field)) errors[name] = ['No se puede filtrar por este dato.'];
    else if (refused !== undefined) errors[name] = [refused];
    else if (text !== undefined) {
      const filter = parseFilter(fieldName, field, text);
      if (filter) filters.push(filter);
      else errors[name] = ['El filtro no es válido.'];
    }
  }
  if (Object.keys(errors).length > 0 || !period) return { ok: false, errors };
  return {
    ok: true,
    query: {
      rows,
      columns: columns === noColumns ? null : columns,
      measures,
      period,
      comparison: comparison as Comparison,
      currency,
      filters,
      today,
    },
  };
}

/** Filters of a definition. @throws when one does not fit its field, which is an error in the definition */
export const fixedFilters = (resource: Resource, fixed: FixedFilters = {}): readonly Filter[] =>
  Object.entries(fixed).map(([name, text]) => {
    const filter = parseFilter(name, fieldOf(resource, name), text);
    if (!filter) throw new Error(`${resource.name}.${name}: ${text} is no filter`);
    return filter;
  });

/**
 * The filter whose rows meet both filters of one field; null when no row does. One of them is of a definition, which has
 * only values of a choice.
 */
const meetFilters = (own: Filter, given: Filter): Filter | null => {
  if (own.operator !== 'in') throw new Error(`${own.field}: the filter of a definition names values`);
  const { values } = own;
  if (given.operator === 'present') return own;
  if (given.operator !== 'in' && given.operator !== 'notIn') return null;
  const both = values.filter((value) => given.values.includes(value) === (given.operator === 'in'));
  return both.length > 0 ? { ...own, values: both } : null;
};

/** Filters of which all hold, at most one a field; null when they exclude each other. */
export const allFilters = (
  own: readonly Filter[],
  given: readonly Filter[],
): ReadonlyMap<string, Filter> | null => {
  const found = new Map(given.map((filter) => [filter.field, filter]));
  for (const filter of own) {
    const other = found.get(filter.field);
    const both = other ? meetFilters(filter, other) : filter;
    if (!both) return null;
    found.set(filter.field, both);
  }
  return found;
};

/** Filters of all rows of a measure, besides its period. */
export const measureFilters = (
  report: Report,
  measure: Measure,
  { filters, currency }: Pick<ReportQuery, 'filters' | 'currency'>,
): ReadonlyMap<string, Filter> | null => {
  const resource = report.resource();
  const money = currencyOfMeasure(report, measure);
  return allFilters(
    [
      ...fixedFilters(resource, report.only),
      ...fixedFilters(resource, measure.only),
      ...(money === undefined ? [] : fixedFilters(resource, { [money]: currency })),
    ],
    filters,
  );
};

/** A value of a dimension: null is the group of rows without one. */
export interface Place {
  readonly dimension: string;
  readonly value: string | null;
}

/** The days of a cell: those of the period, of the parts of its date, and moved to the period compared with. */
const cellDays = (period: Period, places: readonly Place[], shift: Shift | null): Period | null => {
  let days: Period | null = period;
  for (const { dimension, value } of places) {
    if (days && value !== null && isDateDimension(dimension)) days = meetPeriods(days, daysOf(value));
  }
  return days && shift ? shiftBack(days, shift) : days;
};

/** Days whose ends a report of what there is on a day is about, within the period moved back by `shift`. */
export const stockDays = (
  { period, rows, columns, today }: Pick<ReportQuery, 'period' | 'rows' | 'columns' | 'today'>,
  shift: Shift | null,
): readonly string[] => {
  const parts = [rows, columns].filter(
    (name): name is DateDimension => name !== null && isDateDimension(name),
  );
  const part = (['month', 'quarter', 'year'] as const).find((name) => parts.includes(name));
  const spans =
    part === undefined
      ? [period]
      : datesBetween(partOf(part, period.from), partOf(part, period.to), 12 * mostYears + 12).flatMap(
          (value) => meetPeriods(period, daysOf(value)) ?? [],
        );
  return spans.flatMap((span) => stockDay(shift ? shiftBack(span, shift) : span, today) ?? []);
};

/**
 * The query string of the list whose rows a value of a measure sums; null when there can be none.
 *
 * @param places values of rows and columns; a total has fewer
 * @param isBefore of the period compared with
 */
export function cellList(
  report: Report,
  measure: Measure,
  query: ReportQuery,
  places: readonly Place[],
  isBefore = false,
): string | null {
  const filters = measureFilters(report, measure, query);
  const span = cellDays(query.period, places, isBefore ? shiftOf(query.period, query.comparison) : null);
  const day = span && report.isStock ? stockDay(span, query.today) : null;
  const days = report.isStock ? day && { from: day, to: day } : span;
  if (!filters || !days) return null;
  const all = new Map(filters);
  for (const { dimension, value } of places) {
    if (isDateDimension(dimension)) continue;
    // A row of the cell meets the filters of the report too, so its value alone is enough.
    all.set(
      dimension,
      value === null
        ? { field: dimension, operator: 'empty' }
        : { field: dimension, operator: 'in', values: [value] },
    );
  }
  all.set(report.date, { field: report.date, operator: 'between', ...days });
  return new URLSearchParams(
    [...all.values()].map((filter) => [`f.${filter.field}`, formatFilter(filter)]),
  ).toString();
}
