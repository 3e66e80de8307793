import type { Period } from '@pauta/domain/reports/period.ts';
import type { Report } from '@pauta/domain/reports/report.ts';
import type { Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import { creditRows } from './credit-rows.ts';
import { debtRows } from './debt-rows.ts';
import { openOpportunityRows } from './open-opportunity-rows.ts';
import { spaceMonthRows } from './space-month-rows.ts';

/** What the rows of a report are computed for. */
export interface Computing {
  readonly period: Period;
  /** Of a report of what there is on a day: the days. */
  readonly days: readonly string[];
  /** The rows are those that this user may see, with the amounts that they may see. */
  readonly actor: Actor;
}

const sources: Readonly<Record<string, (computing: Computing) => Sql>> = {
  creditos: creditRows,
  ocupacion: spaceMonthRows,
  cartera: debtRows,
  historia: openOpportunityRows,
};

/**
 * A query with the rows of a computed report: the columns of the fields of its resource, and `id`, a text that is unique
 * together with the date of the row.
 */
export const computedRows = (report: Report, computing: Computing): Sql => {
  const source = sources[report.name];
  if (!source) throw new Error(`${report.name} has no rows`);
  return source(computing);
};
