import { parseQuery } from '@pauta/domain/resource/query.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/access.ts';
import { etagOf } from '../platform/command.ts';
import { invalid } from '../platform/problem.ts';
import { isFresh } from './etag.ts';
import { groupedPage } from './grouped-list.ts';
import { readHistory } from './history.ts';
import type { ResourceHooks } from './hooks.ts';
import { listPage } from './list.ts';
import { parseOptionsQuery, readOptions } from './options.ts';
import { parseRecord, readRecord } from './read-record.ts';
import { accessTo, type IdParams, idParams, notModified, routeOptions, sendJson } from './route.ts';
import { viewPermissions } from './row-scope.ts';
import {
  didYouMeanSchema,
  historyAnswer,
  listGroups,
  listParameters,
  optionsAnswer,
  optionsParameters,
  summaries,
} from './schemas.ts';
import { parseSummaryQuery } from './summary.ts';
import type { ResourceTable } from './table.ts';

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `GET` list, options, one, history. */
export const readingRoutes = (
  app: FastifyInstance,
  table: ResourceTable,
  recordRef: object,
  hooks: ResourceHooks,
): void => {
  const { resource } = table;
  const { database } = app;
  const path = `/api/${resource.path}`;
  const view = accessTo(viewPermissions(resource));
  const says = summaries(resource);
  const recordAnswer = { type: 'object', required: ['data'], properties: { data: recordRef } };

  app.get(
    path,
    routeOptions(view, {
      summary: says.list,
      querystring: listParameters(resource),
      response: {
        200: {
          type: 'object',
          required: ['data', 'next_cursor', 'total', 'total_is_estimate'],
          properties: {
            data: { type: 'array', items: recordRef },
            next_cursor: { type: ['string', 'null'] },
            total: { type: 'integer', minimum: 0 },
            total_is_estimate: { type: 'boolean' },
            did_you_mean: didYouMeanSchema,
            groups: listGroups,
          },
        },
      },
    }),
    async (request, reply) => {
      const { group, open, ...parameters } = request.query as Parameters;
      if (group !== undefined) {
        const grouped = parseSummaryQuery(table, { ...parameters, group });
        if (grouped.group !== null) {
          const values = typeof open === 'string' && open !== '' ? open.split(',') : [];
          const opened = new Set(values.map((value) => (value === '-' ? '' : value)));
          const asked = { group: grouped.group, opened };
          return sendJson(reply, await groupedPage(database, table, grouped.list, asked, actorOf(request)));
        }
      }
      const parsed = parseQuery(resource, parameters);
      if (!parsed.ok) throw invalid(parsed.errors);
      return sendJson(reply, await listPage(database, table, parsed.query, actorOf(request)));
    },
  );

  app.get(
    `${path}/options`,
    routeOptions(table.isOpen ? 'signed-in' : view, {
      summary: says.options,
      querystring: optionsParameters,
      response: { 200: optionsAnswer },
    }),
    async (request, reply) => {
      const query = parseOptionsQuery(table, request.query as Parameters);
      return sendJson(reply, await readOptions(database, table, query, actorOf(request)));
    },
  );

  app.get<{ Params: IdParams }>(
    `${path}/:id`,
    routeOptions(view, {
      summary: says.get,
      params: idParams,
      response: { 200: recordAnswer, ...notModified },
    }),
    async (request, reply) => {
      const record = await readRecord(database, table, request.params.id, actorOf(request));
      const etag = etagOf(record.row_version, record.data);
      reply.header('etag', etag);
      return isFresh(request, etag) ? reply.code(304).send() : sendJson(reply, `{"data":${record.data}}`);
    },
  );

  app.get<{ Params: IdParams }>(
    `${path}/:id/history`,
    routeOptions(view, { summary: says.history, params: idParams, response: { 200: historyAnswer } }),
    async (request) => {
      const actor = actorOf(request);
      const record = parseRecord(await readRecord(database, table, request.params.id, actor));
      return { data: await readHistory(database, table, record, actor, hooks.events) };
    },
  );
};
