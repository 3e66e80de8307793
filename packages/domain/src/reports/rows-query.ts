import { isFilterable } from '../kinds/kind.ts';
import { type Filter, parseFilter } from '../resource/query/filter.ts';
import type { QueryParameters } from '../resource/query/query.ts';
import type { Errors } from '../resource/resource.ts';
import { mostYears, type Period, readPeriod } from './period.ts';
import type { Report } from './report.ts';

/** Which rows of a computed report are asked for; its text is what `cellList` writes. */
export interface RowsQuery {
  readonly period: Period;
  readonly filters: readonly Filter[];
  /** Rows before the first one that is answered. */
  readonly from: number;
}

/** Rows in one answer. */
export const rowsOnPage = 200;

export type ParsedRowsQuery =
  | { readonly ok: true; readonly query: RowsQuery }
  | { readonly ok: false; readonly errors: Errors };

/**
 * Reads the parameters of the rows of a computed report: filters of its fields, of which its date is between two days, or
 * is one day for a report of what there is on a day.
 */
export function parseRowsQuery(report: Report, parameters: QueryParameters): ParsedRowsQuery {
  const { fields } = report.resource();
  const errors: Errors = {};
  const filters: Filter[] = [];
  let from = 0;
  for (const [name, text] of Object.entries(parameters)) {
    if (text === undefined || text === '') continue;
    const fieldName = name.slice(2);
    const field = name.startsWith('f.') && Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
    if (typeof text !== 'string') errors[name] = ['Envíe este parámetro una sola vez.'];
    else if (name === 'from') {
      if (/^\d{1,7}$/.test(text)) from = Number(text);
      else errors.from = ['Indique cuántas filas se saltan.'];
    } else if (!field || !isFilterable(field)) errors[name] = ['No se puede filtrar por este dato.'];
    else {
      const filter = parseFilter(fieldName, field, text);
      if (filter) filters.push(filter);
      else errors[name] = ['El filtro no es válido.'];
    }
  }
  const days = filters.find(({ field }) => field === report.date);
  const period =
    days?.operator === 'between' && days.from !== null && days.to !== null
      ? readPeriod(`${days.from}..${days.to}`, days.to)
      : null;
  if (!period)
    errors[`f.${report.date}`] ??= [
      `Indique dos días como 2026-01-01..2026-12-31, de hasta ${mostYears} años.`,
    ];
  else if (report.isStock && period.from !== period.to)
    errors[`f.${report.date}`] = ['Indique un solo día, como 2026-03-31..2026-03-31.'];
  if (Object.keys(errors).length > 0 || !period) return { ok: false, errors };
  return { ok: true, query: { period, filters, from } };
}
