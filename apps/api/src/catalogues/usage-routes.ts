import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql, { join, raw } from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import { preparedStatement } from '../platform/database/database.ts';
import { readRecord } from '../resource/reading/read-record.ts';
import { isScoped, rowScope, scopeCondition } from '../resource/reading/row-scope.ts';
import {
  type Counting,
  countable,
  countOf,
  countUses,
  mostUses,
  type Use,
} from '../resource/reading/uses.ts';
import { type IdParams, idParams, idsOf, idsQuery, routeOptions } from '../resource/route.ts';
import { quoted, tableOf } from '../resource/table.ts';

/** Counts for a page of values stop at this number. */
const mostOfPage = 1000;

const count = { type: 'integer', minimum: 0 };

const usagesAnswer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['total', 'total_is_estimate', 'by'],
      properties: {
        total: count,
        total_is_estimate: { type: 'boolean', description: 'Hay más de los que se contaron' },
        by: {
          type: 'array',
          items: {
            type: 'object',
            required: ['resource', 'label', 'field', 'count', 'path'],
            properties: {
              resource: { type: 'string' },
              label: { type: 'string' },
              field: { type: ['string', 'null'] },
              count,
              path: { type: ['string', 'null'], description: 'Lista de esos registros en la pantalla' },
            },
          },
        },
      },
    },
  },
};

const pageAnswer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'total', 'total_is_estimate'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          total: count,
          total_is_estimate: { type: 'boolean' },
        },
      },
    },
  },
};

/** The catalogue whose uses are counted, and the actor with their permissions. */
export const countingBy = (actor: Actor, catalogue: Catalogue): Counting => ({
  actor,
  manages: actor.permissions.has(catalogue.permissions.updateAll),
});

/** The screen with the list of the rows, if the reader has access to it. */
const pathOf = ({ resource, field }: Use, id: string, actor: Actor): string | null =>
  resource && field && rowScope(resource, actor) !== 'none'
    ? `/${resource.screen}?f.${field}=${encodeURIComponent(id)}`
    : null;

/**
 * `GET /api/<catalogue>/{id}/usages`: where one value is used, derived from the foreign keys of the database; `GET
 * /api/<catalogue>/usages?ids=`: how often each of up to 100 values is. Users who manage the catalogue get full counts;
 * others only those of records they may see.
 */
export const usageRoutes = (app: FastifyInstance, catalogue: Catalogue): void => {
  const table = tableOf(catalogue);
  const { database } = app;
  const path = `/api/${catalogue.path}`;
  const called = catalogue.label.many.toLocaleLowerCase('es');

  app.get<{ Querystring: Record<string, unknown> }>(
    `${path}/usages`,
    routeOptions('signed-in', {
      summary: `Cuántas veces se usan ${called}`,
      querystring: idsQuery,
      response: { 200: pageAnswer },
    }),
    async (request) => {
      const ids = idsOf(request.query);
      const actor = actorOf(request);
      const counting = countingBy(actor, catalogue);
      const uses = countable(await app.engine.usesOf(catalogue.name), counting);
      const counts = uses.map((use) => countOf(use, (column) => sql`${column} = v.id`, counting, mostOfPage));
      const rows = await database.query<{ id: string; total: number }>(
        preparedStatement(sql`
          SELECT v.id, (${counts.length > 0 ? join(counts, ' + ') : raw('0')})::integer AS total
          FROM unnest(${ids}::uuid[]) AS v (id)
          WHERE ${isScoped(catalogue) ? sql`v.id IN (SELECT t.id FROM ${raw(quoted(table.name))} t WHERE ${scopeCondition(catalogue, actor)})` : raw('true')}`),
      );
      return {
        data: rows.map(({ id, total }) => ({
          id,
          total: Math.min(total, mostOfPage),
          total_is_estimate: total > mostOfPage,
        })),
      };
    },
  );

  app.get<{ Params: IdParams }>(
    `${path}/:id/usages`,
    routeOptions('signed-in', {
      summary: `Dónde se usa un valor de ${called}`,
      params: idParams,
      response: { 200: usagesAnswer },
    }),
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      await readRecord(database, table, id, actor);
      const uses = await app.engine.usesOf(catalogue.name);
      const found = await countUses(database, uses, id, countingBy(actor, catalogue));
      const by = found.map(({ use, count: times }) => ({
        resource: use.resource?.name ?? use.table,
        label: use.label,
        field: use.resource && use.field ? fieldOf(use.resource, use.field).label : null,
        count: Math.min(times, mostUses),
        path: pathOf(use, id, actor),
      }));
      return {
        data: {
          total: by.reduce((sum, one) => sum + one.count, 0),
          total_is_estimate: found.some((one) => one.count > mostUses),
          by,
        },
      };
    },
  );
};
