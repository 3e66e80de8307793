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
  /** Of a report of what there is on a day: the days, the earliest first. */
  readonly days: readonly string[];
  /** The columns that are asked for; without `id`, rows of a stock that are alike in them may be one. */
  readonly fields: ReadonlySet<string>;
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
 * together with the date of the row. Of what there is on a day it has those that are asked for, and `n`: how many rows
 * one stands for.
 */
export const computedRows = (report: Report, computing: Computing): Sql => {
  const source = sources[report.name];
  if (!source) throw new Error(`${report.name} has no rows`);
  return source(computing);
};
