import { clients } from '@pauta/domain/crm/clients/client.ts';
import { type PlacingResult, placingPlans } from '@pauta/domain/postsales/placing/placing-plan.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { unseen } from '../../resource/reading/record-columns.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

/** What a plan would do, or did. */
export const placingResultRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams }>(
    '/api/placing-plans/:id/result',
    routeOptions(
      { permission: placingPlans.permissions.viewAll ?? '' },
      {
        summary: 'Lo que un plan de colocación haría',
        description:
          'Por renglón: cuántas unidades tienen un corte y en cuántos días, cuántas no, por qué, y el cambio más pequeño que daría ' +
          'lugar a otra. Por día: cuántos anuncios y segundos.',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', additionalProperties: true } },
          },
        },
      },
    ),
    async (request): Promise<{ data: PlacingResult }> => {
      const actor = actorOf(request);
      const { id } = await readRecord(app.database, tableOf(placingPlans), request.params.id, actor);
      const lines = await app.database.query<PlacingResult['lines'][number] & object>(sql`
        SELECT q.id AS quota_id, q.description, s.placed::integer, s.days::integer, s.left_out::integer, s.reasons, s.relaxation,
          json_build_object('id', c.id, 'label',
            CASE WHEN ${rowVisibility(clients, actor, 'c')} THEN c.trade_name ELSE ${unseen} END) AS client,
          json_build_object('id', k.id, 'label',
            CASE WHEN ${rowVisibility(contracts, actor, 'k')} THEN coalesce(k.number, k.name) ELSE ${unseen} END) AS contract
        FROM (
          SELECT quota_id, coalesce(sum(placed), 0) AS placed, coalesce(sum(days), 0) AS days,
            coalesce(sum(left_out), 0) AS left_out, max(reasons) AS reasons, max(relaxation) AS relaxation
          FROM (
            SELECT quota_id, count(*) AS placed, count(DISTINCT day) AS days, 0 AS left_out, NULL AS reasons, NULL AS relaxation
            FROM placing_plan_units WHERE plan_id = ${id}::uuid GROUP BY quota_id
            UNION ALL
            SELECT quota_id, 0, 0, sum(units), (array_agg(reasons ORDER BY units DESC, place))[1],
              (array_agg(relaxation ORDER BY units DESC, place) FILTER (WHERE relaxation IS NOT NULL))[1]
            FROM placing_plan_gaps WHERE plan_id = ${id}::uuid GROUP BY quota_id) x
          GROUP BY quota_id) s
          JOIN quotas q ON q.id = s.quota_id JOIN clients c ON c.id = q.client_id JOIN contracts k ON k.id = q.contract_id
        ORDER BY s.left_out = 0, q.description, q.id`);
      const days = await app.database.query<PlacingResult['days'][number] & object>(sql`
        SELECT u.day::text, count(*)::integer AS placed, sum(coalesce(q.duration_sec, 0))::integer AS seconds
        FROM placing_plan_units u JOIN quotas q ON q.id = u.quota_id WHERE u.plan_id = ${id}::uuid
        GROUP BY u.day ORDER BY u.day`);
      return { data: { lines, days } };
    },
  );
};
