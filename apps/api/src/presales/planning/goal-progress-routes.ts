import { divide, multiply, subtract } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type {
  GoalProgress,
  GoalRank,
  GoalSpan,
  SignedMix,
} from '@pauta/domain/presales/planning/goals/goal-progress.ts';
import { goalScore, type ScoredGoal } from '@pauta/domain/presales/planning/goals/goal-score.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { amountMetrics } from '@pauta/domain/presales/planning/planned-amount.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

interface SpanRow extends Pick<GoalSpan, 'name' | 'starts' | 'ends' | 'target' | 'reached' | 'expected'> {
  readonly today: string;
  /** Working days of the span, and those before today. */
  readonly days: number;
  readonly passed: number;
}

const readSpans = (database: Queryable, id: string) =>
  database.query<SpanRow>(sql`
    WITH days AS MATERIALIZED (
      SELECT business_date() AS today, ARRAY(SELECT company_holidays()) AS off),
    done AS MATERIALIZED (
      SELECT r.day, r.amount FROM rep_goals g CROSS JOIN LATERAL reached_rows(g) r WHERE g.id = ${id}::uuid),
    spans AS (
      SELECT g, 'month' AS name, date_trunc('month', d.today)::date AS starts,
        (date_trunc('month', d.today) + interval '1 month')::date AS ends,
        (goal_months(g))[extract(month FROM d.today)::integer] AS target
      FROM rep_goals g, days d WHERE g.id = ${id}::uuid AND g.fiscal_year = extract(year FROM d.today)
      UNION ALL
      SELECT g, 'year', lower(plan_year(g.fiscal_year)), upper(plan_year(g.fiscal_year)), g.total
      FROM rep_goals g WHERE g.id = ${id}::uuid)
    SELECT d.today::text, s.name, s.starts::text, (s.ends - 1)::text AS ends, s.target::text, w.days, w.passed,
      coalesce((SELECT sum(r.amount) FROM done r WHERE r.day >= s.starts AND r.day < s.ends), 0)::numeric(18,2)::text AS reached,
      (CASE s.name WHEN 'year' THEN goal_expected(s.g, d.today)
        ELSE coalesce(s.target * w.passed / nullif(w.days, 0), 0) END)::numeric(18,2)::text AS expected
    FROM spans s CROSS JOIN days d CROSS JOIN LATERAL (
      SELECT working_days(s.starts, s.ends, d.off) AS days,
        working_days(s.starts, least(greatest(d.today, s.starts), s.ends), d.off) AS passed) w
    ORDER BY s.name`);

const spanOf = ({ today: _, days, passed, ...span }: SpanRow): GoalSpan => {
  const short = subtract(span.target, span.reached);
  const missing = compareDecimals(short, '0') > 0 ? short : '0.00';
  const left = days - passed;
  return {
    ...span,
    missing,
    days_left: left,
    per_day: left > 0 ? divide(missing, String(left), 2) : null,
    projected: passed > 0 ? divide(multiply(span.reached, String(days)), String(passed), 2) : null,
  };
};

/** The rank of a goal among those that are measured alike. It shows no amount of another seller. */
const readRank = (database: Queryable, id: string) =>
  database.one<GoalRank>(sql`
    SELECT r.place, r.of FROM (
      SELECT p.id, (rank() OVER (ORDER BY reached(p) / p.total DESC))::integer AS place, (count(*) OVER ())::integer AS of
      FROM rep_goals g JOIN rep_goals p ON p.fiscal_year = g.fiscal_year AND p.metric = g.metric
        AND p.division_id IS NOT DISTINCT FROM g.division_id AND p.platform_id IS NOT DISTINCT FROM g.platform_id
        AND (p.currency_code = g.currency_code OR g.metric <> ALL(${[...amountMetrics]}::text[]))
      WHERE g.id = ${id}::uuid AND p.archived_at IS NULL AND p.total > 0) r
    WHERE r.id = ${id}::uuid`);

const readScored = (database: Queryable, id: string) =>
  database.query<ScoredGoal>(sql`
    SELECT p.total::text, reached(p)::text AS reached, p.stretch::text, p.weight_pct::text
    FROM rep_goals g JOIN rep_goals p ON p.user_id = g.user_id AND p.fiscal_year = g.fiscal_year
    WHERE g.id = ${id}::uuid AND p.archived_at IS NULL AND p.weight_pct > 0`);

const readMix = (database: Queryable, id: string) =>
  database.query<SignedMix>(sql`
    SELECT CASE WHEN k.agency_id IS NULL THEN 'direct' ELSE 'agency' END AS sale, sum(s.amount)::text AS amount,
      count(DISTINCT k.id)::integer AS contracts
    FROM rep_goals g JOIN sale_credits s ON s.user_id = g.user_id AND s.currency_code = g.currency_code
        AND s.on_date >= lower(plan_year(g.fiscal_year)) AND s.on_date < upper(plan_year(g.fiscal_year))
      JOIN contracts k ON k.id = s.contract_id
    WHERE g.id = ${id}::uuid AND g.metric = 'signed_sales' GROUP BY 1 HAVING sum(s.amount) > 0 ORDER BY 1 DESC`);

/** `GET /api/rep-goals/{id}/progress`: pace, rank and score of a goal, for whoever may see what was reached of it. */
export const goalProgressRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  app.get<{ Params: IdParams }>(
    `/api/${repGoals.path}/:id/progress`,
    routeOptions(accessTo(viewPermissions(repGoals)), {
      summary: 'Ritmo, puesto y evaluación de una meta',
      description: 'Sin cifras para quien no puede ver lo logrado. El puesto no muestra importes de otros.',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request): Promise<{ data: GoalProgress }> => {
      const record = parseRecord(
        await readRecord(database, tableOf(repGoals), request.params.id, actorOf(request)),
      );
      const spans = await readSpans(database, record.id);
      const today = spans[0]?.today ?? '';
      // Null for a reader who may not see it, and where the metric is not measured by division or platform.
      if (typeof record.reached !== 'string')
        return { data: { today, spans: [], rank: null, score: null, mix: [] } };
      return {
        data: {
          today,
          spans: spans.map(spanOf),
          rank: (await readRank(database, record.id)) ?? null,
          score: goalScore(await readScored(database, record.id)),
          mix: await readMix(database, record.id),
        },
      };
    },
  );
};
