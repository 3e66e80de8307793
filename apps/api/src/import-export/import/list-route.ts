import { importPermission } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { importAccess } from './import-desk.ts';
import { seesAll, undoneAt } from './view.ts';

interface Query {
  resource?: string;
  cursor?: string;
}

const pageSize = 25;

/** `GET /api/imports`: past and current imports, the latest first; the user's own, for administrators all. */
export const importListRoute = (app: FastifyInstance): void => {
  const { resources } = app.engine;
  app.get<{ Querystring: Query }>(
    '/api/imports',
    {
      config: { access: importAccess(app.engine) },
      schema: {
        summary: 'Las importaciones hechas, las últimas primero',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            resource: { type: 'string', enum: resources.map(({ name }) => name) },
            cursor: { type: 'string', format: 'uuid', description: 'La última que ya se leyó' },
          },
        },
      },
    },
    async (request) => {
      const { resource, cursor = null } = request.query;
      const actor = actorOf(request);
      const importable = resources.filter((one) => {
        const permission = importPermission(one);
        return (
          permission !== null && actor.permissions.has(permission) && [undefined, one.name].includes(resource)
        );
      });
      const rows = await app.database.query<{ id: string }>(sql`
        SELECT i.id, i.resource, i.file_name, i.format, i.rows, i.status, i.processed, i.request_id, i.created_at,
          i.finished_at, coalesce(i.outcomes, '{}') AS outcomes, i.user_id = ${actor.userId}::uuid AS own,
          jsonb_build_object('id', a.id, 'label', a.name) AS user,
          CASE WHEN i.finished_at IS NOT NULL THEN ${undoneAt(sql`i.request_id::text`)} END AS undone_at
        FROM imports i JOIN actors a ON a.id = i.user_id
        WHERE i.status <> 'reading' AND i.resource = ANY(${importable.map(({ name }) => name)}::text[])
          AND (i.user_id = ${actor.userId}::uuid OR ${seesAll(actor)})
          AND (${cursor}::uuid IS NULL OR (i.created_at, i.id) < (SELECT c.created_at, c.id FROM imports c WHERE c.id = ${cursor}::uuid))
        ORDER BY i.created_at DESC, i.id DESC LIMIT ${raw(String(pageSize + 1))}`);
      const data = rows.slice(0, pageSize);
      return { data, next_cursor: rows.length > pageSize ? (data.at(-1)?.id ?? null) : null };
    },
  );
};
