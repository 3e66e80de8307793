import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { mostGridRows } from '@pauta/domain/presales/planning/plan-grid.ts';
import type { QueryParameters } from '@pauta/domain/resource/query/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { fieldVisibility, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, routeOptions } from '../../resource/route.ts';
import { rowParameters } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { readPlanQuery } from './plan-query.ts';

interface SeasonRow {
  readonly id: string;
  readonly months: Readonly<Record<string, string>>;
}

/** Credits of sales as rows `s` that count for the row `t` of a plan. */
interface Sales {
  readonly resource: Resource;
  /** The field that shows the same sales, with its readers. */
  readonly seenAs: string;
  readonly join: Sql;
}

/** What was signed with the client of a budget, and what a seller signed: both in the currency of the plan. */
const sales: readonly Sales[] = [
  {
    resource: clientBudgets,
    seenAs: 'booked',
    join: sql`JOIN contracts k ON k.client_id = ANY((SELECT with_merged_clients(t.client_id))::uuid[])
      JOIN sale_credits s ON s.contract_id = k.id`,
  },
  { resource: repGoals, seenAs: 'reached', join: sql`JOIN sale_credits s ON s.user_id = t.user_id` },
];

const seasonOf = (app: FastifyInstance, { resource, seenAs, join }: Sales): void => {
  const table = tableOf(resource);
  app.get(
    `/api/${resource.path}/season`,
    routeOptions(accessTo(viewPermissions(resource)), {
      summary: `Lo vendido el año anterior, por mes, para repartir ${resource.label.many.toLocaleLowerCase('es')}`,
      description:
        'De las mismas filas que la cuadrícula, y solo de las que tuvieron ventas que quien pregunta puede ver.',
      querystring: rowParameters(resource),
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
          },
        },
      },
    }),
    async (request) => {
      const query = readPlanQuery(resource, request.query as QueryParameters);
      const actor = actorOf(request);
      const visible = fieldVisibility(resource, fieldOf(resource, seenAs), actor) ?? raw('true');
      const data = await app.database.query<SeasonRow>(sql`
        SELECT id, json_object_agg('m' || lpad(month::text, 2, '0'), amount::text) AS months FROM (
          SELECT t.id, extract(month FROM s.on_date)::integer AS month, sum(s.amount)::numeric(18,2) AS amount
          FROM ${raw(table.name)} t ${join}
          WHERE ${listConditions(table, query, actor)} AND ${visible}
            AND s.on_date >= make_date(t.fiscal_year - 1, 1, 1) AND s.on_date < make_date(t.fiscal_year, 1, 1)
            AND s.currency_code = t.currency_code
          GROUP BY 1, 2) m
        WHERE amount > 0 GROUP BY id ORDER BY id LIMIT ${raw(String(mostGridRows))}`);
      return { data };
    },
  );
};

/** What was sold the year before, by month, as weights by which the total of a plan is spread. */
export const seasonRoutes = (app: FastifyInstance): void => {
  for (const one of sales) seasonOf(app, one);
};
