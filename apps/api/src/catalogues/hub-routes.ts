import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import { preparedStatement } from '../platform/database/database.ts';
import { instantText } from '../resource/reading/record-columns.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { countable, countOf, mostUses } from '../resource/reading/uses.ts';
import { routeOptions } from '../resource/route.ts';
import { quoted, tableOf } from '../resource/table.ts';
import { countingBy } from './usage-routes.ts';

interface CatalogueRow {
  name: string;
  rows: number;
  active: number;
  uses: number;
  uses_is_estimate: boolean;
  changed_at: string | null;
  changed_by: { id: string; name: string } | null;
}

const count = { type: 'integer', minimum: 0 };

const hubAnswer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'rows', 'active', 'uses', 'uses_is_estimate', 'changed_at', 'changed_by'],
        properties: {
          name: { type: 'string' },
          rows: count,
          active: count,
          uses: count,
          uses_is_estimate: { type: 'boolean', description: 'Hay más de los que se contaron' },
          changed_at: { type: ['string', 'null'], format: 'date-time' },
          changed_by: {
            type: ['object', 'null'],
            properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
          },
        },
      },
    },
  },
};

/**
 * `GET /api/catalogues`: each catalogue with its values, how often they are used and who changed it last, in one
 * statement. A catalogue has hundreds of rows, which are counted; uses are read from the indexes of their columns and
 * stop at 10,000 each, so the cost does not grow with the business.
 */
export const hubRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  const selectOf = async (name: string, actor: Actor): Promise<Sql> => {
    const catalogue = catalogues.find((one) => one.name === name);
    if (!catalogue) throw new Error(`There is no catalogue ${name}`);
    const table = raw(quoted(name));
    const seen = scopeCondition(catalogue, actor);
    const living = raw(tableOf(catalogue).canArchive ? 't.archived_at IS NULL' : 'true');
    const counting = countingBy(actor, catalogue);
    const counts = countable(await app.engine.usesOf(name), counting).map((use) =>
      countOf(use, (column) => sql`${column} IS NOT NULL`, counting),
    );
    return sql`
      SELECT ${raw(`'${name}'`)} AS name, r.rows, r.active,
        (${
          counts.length > 0
            ? join(
                counts.map((one) => sql`least(${one}, ${raw(String(mostUses))})`),
                ' + ',
              )
            : raw('0')
        })::integer AS uses,
        (${
          counts.length > 0
            ? join(
                counts.map((one) => sql`${one} > ${raw(String(mostUses))}`),
                ' OR ',
              )
            : raw('false')
        }) AS uses_is_estimate,
        ${raw(instantText('l.updated_at'))} AS changed_at,
        CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.full_name) END AS changed_by
      FROM (SELECT count(*)::integer AS rows, (count(*) FILTER (WHERE is_active))::integer AS active
          FROM ${table} t WHERE ${living} AND ${seen}) r
        LEFT JOIN LATERAL (SELECT updated_at, updated_by FROM ${table} t WHERE ${seen} ORDER BY updated_at DESC, id DESC LIMIT 1) l ON true
        LEFT JOIN users p ON p.id = l.updated_by`;
  };

  app.get(
    '/api/catalogues',
    routeOptions('signed-in', {
      summary: 'Los catálogos con sus valores, usos y último cambio',
      response: { 200: hubAnswer },
    }),
    async (request) => {
      const actor = actorOf(request);
      const selects = await Promise.all(catalogues.map(({ name }) => selectOf(name, actor)));
      return { data: await database.query<CatalogueRow>(preparedStatement(join(selects, ' UNION ALL '))) };
    },
  );
};
