import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import {
  type WinHistory,
  type WinProbability,
  winProbability,
} from '@pauta/domain/sales/pipeline/win-probability.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

/** The cases of the history that meet a condition, as JSON. */
const casesOf = (condition: string): Sql =>
  raw(
    `json_build_object('won', count(*) FILTER (WHERE (${condition}) AND h.won), 'closed', count(h.id) FILTER (WHERE ${condition}))`,
  );

/** How many closed opportunities count at most: more would hardly change a rate, and take time. */
const mostClosed = 5000;

/**
 * What is known about an open opportunity and about the closed ones of the last three years that were in its stage, the
 * latest ones; one statement. They are only counted, so whose they are does not matter.
 */
const readHistory = (app: FastifyInstance, id: string): Promise<WinHistory | undefined> =>
  app.database.one<WinHistory>(sql`
    WITH me AS (
      SELECT *, extract(epoch FROM now() - stage_since) / 86400 AS age
      FROM opportunities WHERE id = ${id}::uuid AND result = 'open'),
    closed AS (
      SELECT o.id, o.owner_id, o.agency_id, o.client_id, o.created_at, o.result = 'won' AS won
      FROM opportunities o
      WHERE EXISTS (
          SELECT FROM opportunity_moves m
          WHERE m.opportunity_id = o.id AND m.to_stage_id = (SELECT stage_id FROM me) OFFSET 0)
        AND o.result IN ('won', 'lost') AND o.archived_at IS NULL AND o.closed_at > now() - interval '3 years'
      ORDER BY o.closed_at DESC LIMIT ${mostClosed}),
    known AS (SELECT id, client_id, created_at FROM closed UNION ALL SELECT id, client_id, created_at FROM me),
    done AS (
      SELECT a.opportunity_id AS id, least(count(*), 3)::integer AS activities
      FROM activities a JOIN known k ON k.id = a.opportunity_id WHERE a.status = 'done' GROUP BY 1),
    recent AS (
      SELECT DISTINCT o.id FROM known o JOIN contracts k ON k.client_id = o.client_id
        AND k.signed_on < business_date(o.created_at) AND k.signed_on >= business_date(o.created_at) - 365),
    stays AS (
      SELECT k.id, sum(m.days) AS days
      FROM known k JOIN opportunity_moves m ON m.opportunity_id = k.id
      WHERE m.from_stage_id = (SELECT stage_id FROM me) GROUP BY 1),
    facts AS (
      SELECT k.id, coalesce(d.activities, 0) AS activities, r.id IS NOT NULL AS is_recent, s.days
      FROM known k LEFT JOIN done d USING (id) LEFT JOIN recent r USING (id) LEFT JOIN stays s USING (id)),
    mine AS (SELECT me.*, f.activities, f.is_recent FROM me JOIN facts f USING (id)),
    h AS (SELECT c.*, f.activities, f.is_recent, f.days FROM closed c JOIN facts f USING (id))
    SELECT s.name AS stage, s.probability_pct::float AS catalogue_pct, ${casesOf('true')} AS of_stage,
      ${casesOf('h.owner_id = me.owner_id')} AS of_seller,
      me.age::float AS age_days, ${casesOf('h.days >= floor(me.age)')} AS of_age,
      me.activities, ${casesOf('(h.activities + 1) / 2 = (me.activities + 1) / 2')} AS of_activities,
      me.is_recent AS is_recent_client, ${casesOf('h.is_recent = me.is_recent')} AS of_recency,
      a.trade_name AS agency, ${casesOf('h.agency_id IS NOT DISTINCT FROM me.agency_id')} AS of_agency
    FROM mine AS me JOIN closing_probabilities s ON s.id = me.stage_id LEFT JOIN agencies a ON a.id = me.agency_id
      LEFT JOIN h ON true
    GROUP BY s.id, me.age, me.owner_id, me.activities, me.is_recent, me.agency_id, a.id, me.stage_id`);

/** `GET /api/opportunities/{id}/probability`: from own history, with its factors; null unless the opportunity is open. */
export const probabilityRoutes = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams }>(
    '/api/opportunities/:id/probability',
    routeOptions(accessTo(viewPermissions(opportunities)), {
      summary: 'Probabilidad según la historia propia, con sus factores',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: ['object', 'null'], additionalProperties: true } },
        },
      },
    }),
    async (request): Promise<{ data: WinProbability | null }> => {
      // Whether the reader may see it.
      const { id } = await readRecord(
        app.database,
        tableOf(opportunities),
        request.params.id,
        actorOf(request),
      );
      const history = await readHistory(app, id);
      return { data: history ? winProbability(history) : null };
    },
  );
};
