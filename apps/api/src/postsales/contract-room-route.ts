import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import { roomLogOf } from '../public-pages/room-log.ts';
import { readRecord } from '../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../resource/route.ts';
import { quoted, tableOf } from '../resource/table.ts';

/**
 * `GET /api/<records>/{id}/room`: the links of the contract of a record, with their visits, for staff who may see the
 * record.
 */
export const contractRoomRoute = (
  app: FastifyInstance,
  resource: Resource,
  links: 'material_links' | 'makegood_links',
  summary: string,
): void => {
  const { viewAll, viewTeam, viewOwn } = resource.permissions;
  const table = tableOf(resource);
  app.get<{ Params: IdParams }>(
    `/api/${resource.path}/:id/room`,
    routeOptions(accessTo([viewAll ?? '', viewTeam, viewOwn]), {
      summary,
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
          FROM ${raw(quoted(resource.name))} r JOIN ${raw(links)} k ON k.contract_id = r.contract_id
            LEFT JOIN ${roomLogOf(links)} g ON g.contract_id = k.contract_id AND g.link_id = k.id
          WHERE r.id = ${id}::uuid GROUP BY k.id) k`);
      return { data };
    },
  );
};
