import { isId } from '@pauta/domain/kinds/reference.ts';
import type { Actuals } from '@pauta/domain/presales/planning/actuals.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { pageColumns } from '../../resource/reading/record-columns.ts';
import { scopeCondition, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { eachPart, monthsArray, rolledSales, sameParts } from './rolled-sales.ts';

/** Plans and their figures: computed fields, each with a function `<name>_rows` of its amounts by day. */
const plans: readonly { readonly resource: Resource; readonly measures: readonly string[] }[] = [
  { resource: salesBudgets, measures: ['booked', 'billed', 'collected'] },
  { resource: clientBudgets, measures: ['booked', 'billed'] },
  { resource: repGoals, measures: ['reached'] },
];

interface MonthRow {
  readonly name: string;
  readonly month: number;
  readonly amount: string;
}

const monthsOf = (rows: readonly MonthRow[], name: string): string[] =>
  monthNames.map((_, at) => rows.find((row) => row.name === name && row.month === at + 1)?.amount ?? '0.00');

// Joined to its plan, a union of views would be read whole before the rows of the plan are taken from it.
const byMonth = (table: string, id: string, name: string): Sql => sql`
  SELECT ${name} AS name, extract(month FROM r.day)::integer AS month, sum(r.amount)::numeric(18,2)::text AS amount
  FROM ${raw(`${name}_rows`)}((SELECT b FROM ${raw(table)} b WHERE b.id = ${id}::uuid)) r GROUP BY 2`;

/**
 * The measures of a plan, those that the actor may see. A sales budget is read without its lines, of which there may be
 * thousands.
 */
const readMeasures = async (
  database: Queryable,
  { resource, measures }: (typeof plans)[number],
  id: string,
  actor: Actor,
): Promise<{ readonly name: string; readonly total: string }[]> => {
  if (!isId(id)) throw notFound();
  const record = await database.one<AnyRecord>(sql`
    SELECT ${pageColumns(tableOf(resource), actor, measures).columns} FROM ${raw(resource.name)} t
    WHERE t.id = ${id}::uuid AND ${scopeCondition(resource, actor)}`);
  if (!record) throw notFound();
  // Null for a reader who may not see it, and where it is not measured.
  return measures.flatMap((name) => {
    const total = record[name];
    return typeof total === 'string' ? [{ name, total }] : [];
  });
};

/**
 * What was signed of the lines of a sales budget; those of which nothing was signed are left out. An empty part of a line
 * stands for all of them.
 */
const readLines = (database: Queryable, id: string): Promise<Actuals['lines']> =>
  database.query<Actuals['lines'][number]>(sql`
    WITH ${rolledSales(
      id,
      ['month'],
      sql`
        SELECT extract(month FROM r.day)::integer AS month, r.order_line_id, r.amount
        FROM sales_budgets b CROSS JOIN LATERAL booked_rows(b) r WHERE b.id = ${id}::uuid`,
    )},
    parts AS MATERIALIZED (
      SELECT ${eachPart((name) => name)}, ${monthsArray()} AS months, sum(amount)::numeric(18,2)::text AS total
      FROM rolled GROUP BY ${eachPart((name) => name)} HAVING bool_or(amount <> 0))
    SELECT l.id, r.months, r.total FROM sales_budget_lines l JOIN parts r ON ${sameParts('r', 'l')}
    WHERE l.sales_budget_id = ${id}::uuid ORDER BY l.position, l.id`);

/** What was reached of budgets and goals, by month. */
export const actualsRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  for (const plan of plans) {
    const { resource } = plan;
    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/actuals`,
      routeOptions(accessTo(viewPermissions(resource)), {
        summary: `Cifras reales por mes de ${resource.label.many.toLocaleLowerCase('es')}`,
        description: `Solo las cifras que quien pregunta puede ver.${
          resource === salesBudgets ? ' Los renglones son aquellos de los que se firmó algo.' : ''
        }`,
        params: idParams,
      }),
      async (request): Promise<{ data: Actuals }> => {
        const { id } = request.params;
        const seen = await readMeasures(database, plan, id, actorOf(request));
        const rows =
          seen.length === 0
            ? []
            : await database.query<MonthRow>(
                join(
                  seen.map(({ name }) => byMonth(resource.name, id, name)),
                  ' UNION ALL ',
                ),
              );
        return {
          data: {
            measures: seen.map(({ name, total }) => ({ name, months: monthsOf(rows, name), total })),
            lines:
              resource === salesBudgets && seen.some(({ name }) => name === 'booked')
                ? await readLines(database, id)
                : [],
          },
        };
      },
    );
  }
};
