import { makegoodOffers } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

/** What staff see of the page on which a client answers an offer. */
export const makegoodStaffRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewTeam, viewOwn } = makegoodOffers.permissions;
  const table = tableOf(makegoodOffers);
  app.get<{ Params: IdParams }>(
    '/api/makegood-offers/:id/room',
    routeOptions(accessTo([viewAll ?? '', viewTeam, viewOwn]), {
      summary: 'La página de compensaciones del contrato: enlaces y visitas',
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      const { id } = request.params;
      await readRecord(app.database, table, id, actorOf(request));
      const data = await app.database.one<object>(sql`
        SELECT coalesce(json_agg(k ORDER BY k.created_at DESC, k.id), '[]') AS links FROM (
          SELECT k.id, k.recipient, k.email, k.expires_on, k.created_at,
            k.closed_at IS NULL AND k.expires_on >= business_date() AS is_open,
            count(g.id) FILTER (WHERE g.act = 'opened')::integer AS visits, max(g.created_at) AS last_act_at
          FROM makegood_offers o JOIN makegood_links k ON k.contract_id = o.contract_id
            LEFT JOIN makegood_room_log g ON g.contract_id = k.contract_id AND g.link_id = k.id
          WHERE o.id = ${id}::uuid GROUP BY k.id) k`);
      return { data };
    },
  );
};
