import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { everyFieldOf } from '@pauta/domain/resource/query/listed-fields.ts';
import { parseQuery, type QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { exportRoutes } from '../../import-export/export/routes.ts';
import { type Access, actorOf } from '../../platform/access.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { listPage } from '../../resource/reading/list.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { orTooSlow } from '../../resource/reading/too-slow.ts';
import { type IdParams, idParams, routeOptions, sendJson } from '../../resource/route.ts';
import { listParameters, recordSchema } from '../../resource/schemas.ts';
import { type ResourceTable, tableOf } from '../../resource/table.ts';
import { type AuditValues, describeChanges } from './audit-changes.ts';
import { describeRecords } from './audited-records.ts';
import { aboutRecordsNamed } from './found-records.ts';
import { exactValues, restoreOf } from './restorable.ts';

interface Row {
  number: number;
  entity: string;
  record_id: string;
  before: AuditValues | null;
  after: AuditValues | null;
  position: number | null;
}

const mostTitles = 100;

const parseAsked = (of: string): { entity: string; id: string }[] => {
  const asked = of.split(',').map((one) => {
    const at = one.indexOf(':');
    return { entity: one.slice(0, Math.max(at, 0)), id: one.slice(at + 1) };
  });
  if (asked.length > mostTitles || asked.some(({ entity, id }) => entity === '' || id === '')) {
    throw invalid({ of: [`Pida hasta ${mostTitles} registros como clients:<id>.`] });
  }
  return asked;
};

/**
 * The audit log as a list of the engine (filters, pages, export), one entry with its values, and the names of its
 * records.
 */
export const auditRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const table: ResourceTable = { ...tableOf(auditEntries), alsoFound: aboutRecordsNamed };
  const view: Access = { permission: 'audit.view' };
  app.addSchema({ $id: 'audit_entry', ...recordSchema(auditEntries) });
  const fields = everyFieldOf(auditEntries);
  const entry = { $ref: 'audit_entry#' };

  app.get(
    '/api/audit-entries',
    routeOptions(view, {
      summary: 'Movimientos de la auditoría',
      querystring: listParameters(auditEntries),
      response: {
        200: {
          type: 'object',
          properties: {
            data: { type: 'array', items: entry },
            next_cursor: { type: ['string', 'null'] },
            total: { type: 'integer' },
            total_is_estimate: { type: 'boolean' },
          },
        },
      },
    }),
    async (request, reply) => {
      const parsed = parseQuery(auditEntries, request.query as QueryParameters);
      if (!parsed.ok) throw invalid(parsed.errors);
      return sendJson(
        reply,
        await orTooSlow(listPage(database, table, parsed.query, actorOf(request), { fields })),
      );
    },
  );
  exportRoutes(app, table);

  app.get<{ Params: IdParams }>(
    '/api/audit-entries/:id',
    routeOptions(view, {
      summary: 'Movimiento de la auditoría',
      description:
        'Con los valores de antes y de después, el registro, su lugar en la cadena y la llamada que los devuelve.',
      params: idParams,
      response: { 200: { type: 'object', properties: { data: entry } } },
    }),
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const record = parseRecord(await readRecord(database, table, id, actor));
      const row = await database.one<Row>(sql`
        SELECT t.number, t.entity, t.record_id, ${raw(exactValues('t.before'))} AS before,
          ${raw(exactValues('t.after'))} AS after,
          (SELECT c.position FROM audit_chain c WHERE c.audit_id = t.number) AS position
        FROM audit_entries t WHERE t.id = ${id}::uuid`);
      if (!row) throw notFound();
      const { position, ...values } = row;
      const [about] = await describeRecords(database, [{ entity: row.entity, id: row.record_id }], actor);
      const changes = await describeChanges(database, { ...values, id: row.record_id }, actor);
      const restore = await restoreOf(database, values, actor);
      return { data: { ...record, number: row.number, about, changes, restore, position } };
    },
  );

  app.get<{ Querystring: { of: string } }>(
    '/api/audit/titles',
    {
      config: { access: view },
      schema: {
        summary: 'Nombres de los registros de varios movimientos',
        querystring: {
          type: 'object',
          required: ['of'],
          properties: { of: { type: 'string', minLength: 3, maxLength: 20_000 } },
        },
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { title: { type: ['string', 'null'] }, path: { type: ['string', 'null'] } },
                },
              },
            },
          },
        },
      },
    },
    async (request) => ({
      data: await describeRecords(database, parseAsked(request.query.of), actorOf(request)),
    }),
  );
};
