import { packages } from '@pauta/domain/inventory/packages/package.ts';
import { techTemplates } from '@pauta/domain/inventory/tech-templates/tech-template.ts';
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { preparedStatement } from '../../platform/database/database.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { rowScope, scopeCondition } from '../../resource/reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { quoted, tableOf } from '../../resource/table.ts';

/** Records with a link of each kind; the rest is only counted. */
const mostLinks = 10;
/** Counts stop here. */
const mostCounted = 1000;

/** Records in which a file is found: those that hold it, and those that are made of these. */
const places: readonly {
  readonly resource: Resource;
  readonly has: (id: string) => Sql;
  /** What tells its records apart, where their title does not. */
  readonly title?: Sql;
}[] = [
  {
    resource: contracts,
    has: (id) => sql`t.id IN (
      SELECT s.contract_id FROM tech_sheet_items i JOIN tech_sheets s ON s.id = i.tech_sheet_id
        WHERE i.media_file_id = ${id}::uuid
      UNION SELECT p.contract_id FROM placements p WHERE p.media_file_id = ${id}::uuid)`,
  },
  {
    resource: techSheets,
    has: (id) =>
      sql`t.id IN (SELECT i.tech_sheet_id FROM tech_sheet_items i WHERE i.media_file_id = ${id}::uuid)`,
  },
  {
    resource: placements,
    has: (id) => sql`t.media_file_id = ${id}::uuid`,
    title: sql`t.description || ' · ' || to_char(t.starts_on, 'DD/MM/YYYY')`,
  },
  {
    resource: evidenceReports,
    has: (id) => sql`t.id IN (
      SELECT i.report_id FROM placements p JOIN evidence_items i ON i.placement_id = p.id AND i.archived_at IS NULL
      WHERE p.media_file_id = ${id}::uuid)`,
  },
  { resource: packages, has: (id) => sql`t.image_id = ${id}::uuid` },
  { resource: techTemplates, has: (id) => sql`t.sample_id = ${id}::uuid` },
];

const answer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['total', 'places'],
      properties: {
        total: { type: 'integer', description: 'Cuántos registros lo usan y no dejan archivarlo' },
        places: {
          type: 'array',
          items: {
            type: 'object',
            required: ['label', 'count', 'records'],
            properties: {
              label: { type: 'string' },
              count: { type: 'integer', description: `Los que usted puede ver; ${mostCounted} como máximo` },
              records: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['title', 'path'],
                  properties: { title: { type: 'string' }, path: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
  },
};

/** `GET /api/media-files/{id}/usages`: where a file is used, as far as the reader may see it. */
export const mediaUsageRoute = (app: FastifyInstance): void => {
  const { database } = app;
  app.get<{ Params: IdParams }>(
    '/api/media-files/:id/usages',
    routeOptions(accessTo([mediaFiles.permissions.viewAll ?? '']), {
      summary: 'Dónde se usa un archivo de la biblioteca',
      params: idParams,
      response: { 200: answer },
    }),
    async (request) => {
      const { id } = request.params;
      const actor = actorOf(request);
      await readRecord(database, tableOf(mediaFiles), id, actor);
      const held = await database.one<{ uses: number }>(
        sql`SELECT m.uses FROM media_files m WHERE m.id = ${id}::uuid`,
      );
      const seen = places.filter(({ resource }) => rowScope(resource, actor) !== 'none');
      const found =
        seen.length === 0
          ? []
          : await database.query<{ place: number; count: number; id: string; title: string }>(
              preparedStatement(
                join(
                  seen.map(
                    ({ resource, has, title = sql`t.${raw(quoted(resource.title))}` }, place) => sql`(
                      SELECT ${raw(String(place))} AS place, count(*) OVER ()::integer AS count, m.id, m.title FROM (
                        SELECT t.id, t.created_at, ${title} AS title
                        FROM ${raw(quoted(resource.name))} t
                        WHERE ${has(id)} AND ${scopeCondition(resource, actor)} LIMIT ${raw(String(mostCounted))}) m
                      ORDER BY m.created_at DESC, m.id LIMIT ${raw(String(mostLinks))})`,
                  ),
                  ' UNION ALL ',
                ),
              ),
            );
      return {
        data: {
          total: held?.uses ?? 0,
          places: seen.flatMap(({ resource: { label, screen } }, place) => {
            const rows = found.filter((row) => row.place === place);
            return rows[0]
              ? [
                  {
                    label: label.many,
                    count: rows[0].count,
                    records: rows.map((row) => ({ title: row.title, path: `/${screen}/${row.id}` })),
                  },
                ]
              : [];
          }),
        },
      };
    },
  );
};
