import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import {
  type Forecast,
  type ForecastPeriod,
  type ForecastRow,
  forecastPeriods,
  periodAround,
} from '@pauta/domain/sales/pipeline/forecast.ts';
import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import { invalid } from '../../platform/http/problem.ts';
import { reachBy, rowScope, viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, routeOptions } from '../../resource/route.ts';

const isPeriod = (text: string): text is ForecastPeriod => Object.hasOwn(forecastPeriods, text);

/** Condition on `column`, a user, to be among those whose opportunities the actor may see. */
const ofSellers = (actor: Actor, column: string): Sql => {
  const { viewOwn, viewTeam } = opportunities.permissions;
  const [own, team] = [reachBy(actor, viewOwn), reachBy(actor, viewTeam)];
  switch (rowScope(opportunities, actor)) {
    case 'all':
      return raw('true');
    case 'team':
      return sql`${raw(column)} IN (
        WITH RECURSIVE team AS (
          SELECT unnest(${team}::uuid[]) AS id UNION SELECT a.id FROM actors a JOIN team ON a.leader_id = team.id)
        SELECT id FROM team UNION ALL SELECT unnest(${own}::uuid[]))`;
    default:
      return sql`${raw(column)} = ANY(${own}::uuid[])`;
  }
};

/** Condition on `column`, a user, for figures that have view permissions of their own; false where there is none. */
const whoseFigures = (
  { viewAll, viewOwn }: { readonly viewAll: string | null; readonly viewOwn?: string },
  actor: Actor,
  column: string,
): Sql => {
  if (viewAll === null || actor.permissions.has(viewAll)) return raw('true');
  return sql`${raw(column)} = ANY(${reachBy(actor, viewOwn)}::uuid[])`;
};

/**
 * `GET /api/opportunities/forecast`: goal, signed, to be delivered, weighted pipeline and commitment by seller and
 * currency, in one statement. Signed sales and goals are for readers of goals, commitments for readers of those.
 */
export const forecastRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: { period?: string } }>(
    '/api/opportunities/forecast',
    routeOptions(accessTo(viewPermissions(opportunities)), {
      summary: 'Pronóstico por vendedor: meta, firmado, por entregar, ponderado y compromiso',
      querystring: {
        type: 'object',
        additionalProperties: false,
        properties: { period: { type: 'string', enum: Object.keys(forecastPeriods) } },
      },
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request): Promise<{ data: Forecast }> => {
      const actor = actorOf(request);
      const { period = 'month' } = request.query;
      if (!isPeriod(period)) throw invalid({ period: ['Elija month, quarter o year.'] });
      const { from, to } = periodAround(period, companyToday());
      const sales = whoseFigures(repGoals.permissions, actor, 'p.user_id');
      const said = whoseFigures(forecastSnapshots.permissions, actor, 'p.user_id');
      const rows = await app.database.query<ForecastRow>(sql`
        WITH period AS (SELECT ${from}::date AS first, ${to}::date AS last, greatest(business_date(), ${from}::date) AS today),
        parts AS (
          SELECT s.user_id, s.currency_code AS currency, 'signed' AS kind, s.amount
          FROM period d JOIN sale_credits s ON s.on_date BETWEEN d.first AND d.last
            -- As the goals beside it.
            JOIN order_line_terms t ON t.order_line_id = s.order_line_id AND t.counts_for_goal
          UNION ALL
          -- By days: the flight is the same every day as far as is known before it is placed.
          SELECT s.user_id, s.currency_code, 'to_deliver',
            s.amount * (upper(o.flight * daterange(d.today, d.last, '[]')) - lower(o.flight * daterange(d.today, d.last, '[]')))
              / (upper(o.flight) - lower(o.flight))
          FROM period d JOIN order_lines o ON o.flight && daterange(d.today, d.last, '[]') AND o.status = 'active'
            JOIN sale_credits s ON s.order_line_id = o.id
          UNION ALL
          SELECT s.user_id, o.currency_code, 'weighted', o.weighted_amount * s.pct / 100
          FROM period d JOIN opportunities o ON o.expected_close_date <= d.last CROSS JOIN LATERAL opportunity_shares(o) s
          WHERE o.result = 'open' AND o.archived_at IS NULL AND ${ofSellers(actor, 's.user_id')}
          UNION ALL
          SELECT * FROM (
            SELECT DISTINCT ON (f.user_id, f.month) f.user_id, f.currency_code, 'commit', f.amount
            FROM forecast_snapshots f, period d WHERE f.month BETWEEN d.first AND d.last
            ORDER BY f.user_id, f.month, f.week DESC) latest
          UNION ALL
          SELECT g.user_id, g.currency_code, 'goal', m.amount
          FROM period d JOIN rep_goals g ON g.archived_at IS NULL AND g.metric = 'signed_sales' AND g.division_id IS NULL
              AND g.platform_id IS NULL
            CROSS JOIN LATERAL unnest(
              ARRAY[g.m01, g.m02, g.m03, g.m04, g.m05, g.m06, g.m07, g.m08, g.m09, g.m10, g.m11, g.m12])
              WITH ORDINALITY AS m (amount, place)
          WHERE lower(plan_year(g.fiscal_year)) + make_interval(months => m.place::integer - 1) BETWEEN d.first AND d.last
            AND m.amount > 0)
        SELECT p.user_id, u.full_name AS user, p.currency,
          ${figure('goal', sales)}, ${figure('signed', sales)}, ${figure('to_deliver', sales)},
          coalesce(sum(p.amount) FILTER (WHERE p.kind = 'weighted'), 0)::numeric(18,2)::text AS weighted,
          ${figure('commit', said)}
        FROM parts p JOIN users u ON u.id = p.user_id
        WHERE ${ofSellers(actor, 'p.user_id')}
        GROUP BY p.user_id, u.full_name, p.currency ORDER BY u.full_name, p.user_id, p.currency`);
      return { data: { from, to, rows } };
    },
  );
};

/** The sum of a kind of figure, null where it is not for this reader. Without a goal or a commitment there is none. */
const figure = (kind: 'goal' | 'signed' | 'to_deliver' | 'commit', isSeen: Sql): Sql => {
  const sum = sql`sum(p.amount) FILTER (WHERE p.kind = ${kind})`;
  const value = kind === 'signed' || kind === 'to_deliver' ? sql`coalesce(${sum}, 0)` : sum;
  return sql`CASE WHEN bool_and(${isSeen}) THEN (${value})::numeric(18,2)::text END AS ${raw(kind)}`;
};
