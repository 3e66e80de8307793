import { entityLabels } from '@pauta/domain/admin/audit/audit-labels.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { agree, theOne } from '@pauta/domain/text/label.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command, etagOf, expectedVersion } from '../../platform/command.ts';
import { contextOf } from '../../resource/commands/context.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { countUses } from '../../resource/reading/uses.ts';
import { changeHeaders, type IdParams, idParams, versionRefusals } from '../../resource/route.ts';
import { quoted, singular, tableOf } from '../../resource/table.ts';
import type { MergeKind } from './merge-kind.ts';
import { mergeRecords, notedTables } from './merge-records.ts';

interface MergeBody {
  into: string;
  into_version: number;
  take?: string[];
  unite?: string[];
}

const uuid = { type: 'string', format: 'uuid' } as const;
const fieldNames = {
  type: 'array',
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string', maxLength: 60 },
} as const;

/** `GET /api/clients/{id}/merge`: the preview. `POST …/merge`: merges the record into another. */
export const mergeRoutes = (app: FastifyInstance, kind: MergeKind): void => {
  const { database } = app;
  const { resource } = kind;
  const { label } = resource;
  const access = { permission: kind.permission };
  const one = label.one.toLocaleLowerCase('es');

  app.get<{ Params: IdParams }>(
    `/api/${resource.path}/:id/merge`,
    {
      config: { access },
      schema: {
        summary: `Lo que pasaría a ${agree(label, 'otro')} ${one} con la fusión`,
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
      const { id } = await readRecord(database, tableOf(resource), request.params.id, actorOf(request));
      const counts = new Map<string, number>();
      const add = (label: string, count: number) => {
        if (count > 0) counts.set(label, (counts.get(label) ?? 0) + count);
      };
      const uses = await app.engine.usesOf(resource.name);
      const found = await countUses(database, uses, id, { actor: 'system', manages: true });
      for (const { use, count } of found) add(use.label, count);
      for (const { table, column } of kind.parts ?? []) {
        const row = await database.one<{ count: number }>(sql`
          SELECT count(*)::integer AS count FROM ${raw(quoted(table))} WHERE ${raw(quoted(column))} = ${id}::uuid`);
        add(entityLabels[table] ?? label.many, row?.count ?? 0);
      }
      for (const table of await notedTables(database)) {
        const row = await database.one<{ count: number }>(sql`
          SELECT count(*)::integer AS count FROM ${raw(quoted(table))}
          WHERE resource = ${resource.name} AND record_id = ${id}::uuid`);
        add(entityLabels[table] ?? 'Otros registros', row?.count ?? 0);
      }
      return { data: [...counts].map(([label, count]) => ({ label, count })) };
    },
  );

  app.post<{ Params: IdParams; Body: MergeBody }>(
    `/api/${resource.path}/:id/merge`,
    {
      config: { access },
      schema: {
        summary: `Fusiona ${label.many.toLocaleLowerCase('es')}: ${agree(label, 'otro')} ${one} queda con todo`,
        params: idParams,
        headers: { type: 'object', properties: changeHeaders.properties },
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['into', 'into_version'],
          properties: {
            into: {
              ...uuid,
              description: `${theOne(label).replace(/^./, (letter) => letter.toUpperCase())} que queda`,
            },
            into_version: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
            take: {
              ...fieldNames,
              description: `Datos en los que vale el de ${theOne(label)} que se fusiona`,
            },
            unite: { ...fieldNames, description: 'Listas que quedan con lo de ambos' },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data', 'merged'],
            properties: {
              data: { $ref: `${singular(resource.name)}#` },
              merged: {
                type: 'object',
                required: ['id', 'code', 'name', 'moved'],
                properties: {
                  id: uuid,
                  code: { type: ['string', 'null'] },
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
      const version = expectedVersion(request);
      const { into, into_version: intoVersion, take = [], unite = [] } = request.body;
      const uses = await app.engine.usesOf(resource.name);
      return command(
        request,
        async (tx) => {
          const { record, from, moved } = await mergeRecords(contextOf(request, tx), kind, uses, {
            id: request.params.id,
            version,
            into: isId(into) ? into : '',
            intoVersion,
            take,
            unite,
          });
          return {
            status: 200,
            body: {
              data: parseRecord(record),
              merged: {
                id: from.id,
                code: kind.code ? from[kind.code] : null,
                name: from[resource.title],
                moved,
              },
            },
            headers: { etag: etagOf(record.row_version) },
          };
        },
        { action: 'merge' },
      );
    },
  );
};
