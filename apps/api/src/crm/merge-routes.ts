import { entityLabels } from '@pauta/domain/admin/audit-labels.ts';
import { clients } from '@pauta/domain/crm/client.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import { command, etagOf, expectedVersion } from '../platform/command.ts';
import { parseRecord, readRecord } from '../resource/read-record.ts';
import { changeHeaders, type IdParams, idParams, versionRefusals } from '../resource/route.ts';
import { quoted, tableOf } from '../resource/table.ts';
import { countUses, usesOf } from '../resource/uses.ts';
import { clientHooks } from './client-hooks.ts';
import { mergeClients, notedTables } from './merge-clients.ts';

interface MergeBody {
  into: string;
  into_version: number;
  take?: string[];
}

const uuid = { type: 'string', format: 'uuid' } as const;
const access = { permission: 'clients.merge' } as const;

/** `GET /api/clients/{id}/merge`: what would move. `POST …/merge`: the client becomes part of another. */
export const mergeRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const served = { table: tableOf(clients), hooks: clientHooks };

  app.get<{ Params: IdParams }>(
    '/api/clients/:id/merge',
    {
      config: { access },
      schema: {
        summary: 'Lo que pasaría a otro cliente al fusionarlo con él',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['label', 'count'],
                  properties: { label: { type: 'string' }, count: { type: 'integer', minimum: 0 } },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const { id } = await readRecord(database, served.table, request.params.id, actorOf(request));
      const counts = new Map<string, number>();
      const add = (label: string, count: number) => {
        if (count > 0) counts.set(label, (counts.get(label) ?? 0) + count);
      };
      const uses = await usesOf(database, clients.name);
      const found = await countUses(database, uses, id, { actor: 'system', manages: true });
      for (const { use, count } of found) add(use.label, count);
      for (const table of await notedTables(database)) {
        const row = await database.one<{ count: number }>(sql`
          SELECT count(*)::integer AS count FROM ${raw(quoted(table))}
          WHERE resource = ${clients.name} AND record_id = ${id}::uuid`);
        add(entityLabels[table] ?? 'Otros registros', row?.count ?? 0);
      }
      return { data: [...counts].map(([label, count]) => ({ label, count })) };
    },
  );

  app.post<{ Params: IdParams; Body: MergeBody }>(
    '/api/clients/:id/merge',
    {
      config: { access },
      schema: {
        summary: 'Fusiona un cliente con otro, que queda',
        params: idParams,
        headers: { type: 'object', properties: changeHeaders.properties },
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['into', 'into_version'],
          properties: {
            into: { ...uuid, description: 'El cliente que queda' },
            into_version: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
            take: {
              type: 'array',
              maxItems: 100,
              uniqueItems: true,
              items: { type: 'string', maxLength: 60 },
              description: 'Datos en los que vale el del cliente que se fusiona',
            },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data', 'merged'],
            properties: {
              data: { $ref: 'client#' },
              merged: {
                type: 'object',
                required: ['id', 'code', 'name', 'moved'],
                properties: {
                  id: uuid,
                  code: { type: 'string' },
                  name: { type: 'string' },
                  moved: { type: 'integer', minimum: 0, description: 'Filas que ahora son del que queda' },
                },
              },
            },
          },
          ...versionRefusals,
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const version = expectedVersion(request);
      const { into, into_version: intoVersion, take = [] } = request.body;
      const uses = await usesOf(database, clients.name);
      return command(
        request,
        async (tx) => {
          const { record, from, moved } = await mergeClients({ tx, actor, request }, served, uses, {
            id: request.params.id,
            version,
            into: isId(into) ? into : '',
            intoVersion,
            take,
          });
          return {
            status: 200,
            body: {
              data: parseRecord(record),
              merged: { id: from.id, code: from.client_code, name: from.trade_name, moved },
            },
            headers: { etag: etagOf(record.row_version) },
          };
        },
        { action: 'merge' },
      );
    },
  );
};
