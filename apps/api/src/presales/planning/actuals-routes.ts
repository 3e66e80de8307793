import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { Actuals, MonthlyAmounts } from '@pauta/domain/presales/planning/actuals.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { rolledSales, sameParts } from './rolled-sales.ts';

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

const byMonth = (table: string, id: string, name: string): Sql => sql`
  SELECT ${name} AS name, extract(month FROM r.day)::integer AS month, sum(r.amount)::numeric(18,2)::text AS amount
  FROM ${raw(table)} b CROSS JOIN LATERAL ${raw(`${name}_rows(b)`)} r WHERE b.id = ${id}::uuid GROUP BY 2`;

/** What was signed of each line of a sales budget: an empty part of a line stands for all of them. */
const readLines = async (
  database: Queryable,
  id: string,
): Promise<readonly (MonthlyAmounts & { readonly id: string })[]> => {
  const rows = await database.query<MonthRow>(sql`
    WITH ${rolledSales(
      id,
      ['month'],
      sql`
        SELECT extract(month FROM r.day)::integer AS month, r.order_line_id, r.amount
        FROM sales_budgets b CROSS JOIN LATERAL booked_rows(b) r WHERE b.id = ${id}::uuid`,
    )}
    SELECT l.id AS name, coalesce(r.month, 1) AS month, coalesce(r.amount, 0)::numeric(18,2)::text AS amount
    FROM sales_budget_lines l LEFT JOIN rolled r ON ${sameParts('r', 'l')}
    WHERE l.sales_budget_id = ${id}::uuid`);
  return [...Map.groupBy(rows, ({ name }) => name)].map(([line, own]) => {
    const months = monthsOf(own, line);
    return { id: line, months, total: sum(months) };
  });
};

/** What was reached of budgets and goals, by month. */
export const actualsRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  for (const { resource, measures } of plans) {
    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/actuals`,
      routeOptions(accessTo(viewPermissions(resource)), {
        summary: `Cifras reales por mes de ${resource.label.many.toLocaleLowerCase('es')}`,
        description: 'Solo las cifras que quien pregunta puede ver.',
        params: idParams,
      }),
      async (request): Promise<{ data: Actuals }> => {
        const text = await readRecord(database, tableOf(resource), request.params.id, actorOf(request));
        const record = parseRecord(text);
        // The value of the record is null for a reader who may not see it, and where it is not measured.
        const seen = measures.filter((name) => typeof record[name] === 'string');
        const rows =
          seen.length === 0
            ? []
            : await database.query<MonthRow>(
                join(
                  seen.map((name) => byMonth(resource.name, record.id, name)),
                  ' UNION ALL ',
                ),
              );
        return {
          data: {
            measures: seen.map((name) => ({
              name,
              months: monthsOf(rows, name),
              total: String(record[name]),
            })),
            lines:
              resource.name === salesBudgets.name && seen.includes('booked')
                ? await readLines(database, record.id)
                : [],
          },
        };
      },
    );
  }
};
