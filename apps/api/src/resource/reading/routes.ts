import { parseQuery, type QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { etagOf } from '../../platform/command.ts';
import { invalid } from '../../platform/http/problem.ts';
import { accessTo, type IdParams, idParams, notModified, routeOptions, sendJson } from '../route.ts';
import {
  didYouMeanSchema,
  listGroups,
  optionsAnswer,
  optionsParameters,
  rowParameters,
  rowSchemaId,
  summaries,
} from '../schemas.ts';
import type { ResourceTable } from '../table.ts';
import { isFresh } from './etag.ts';
import { groupedPage } from './grouped-list.ts';
import { listedFieldsOf, listPage } from './list.ts';
import { parseOptionsQuery, readOptions } from './options.ts';
import { readRecord } from './read-record.ts';
import { viewPermissions } from './row-scope.ts';
import { parseSummaryQuery } from './summary/summary.ts';

/** `GET` routes of the list, the options and one record. */
export const readingRoutes = (app: FastifyInstance, table: ResourceTable, recordRef: object): void => {
  const { resource } = table;
  const { database } = app;
  const path = `/api/${resource.path}`;
  const view = accessTo(viewPermissions(resource));
  const says = summaries(resource);
  const rowRef = { $ref: `${rowSchemaId(resource)}#` };
  const recordAnswer = { type: 'object', required: ['data'], properties: { data: recordRef } };

  app.get(
    path,
    routeOptions(view, {
      summary: says.list,
      querystring: rowParameters(resource),
      response: {
        200: {
          type: 'object',
          required: ['data', 'next_cursor', 'total', 'total_is_estimate'],
          properties: {
            data: { type: 'array', items: rowRef },
            next_cursor: { type: ['string', 'null'] },
            total: { type: ['integer', 'null'], minimum: 0, description: 'Nulo con `count=no`' },
            total_is_estimate: { type: ['boolean', 'null'] },
            did_you_mean: didYouMeanSchema,
            groups: listGroups,
          },
        },
      },
    }),
    async (request, reply) => {
      const { group, open, fields: asked, count = 'yes', ...parameters } = request.query as QueryParameters;
      const fields = listedFieldsOf(resource, asked);
      if (count !== 'yes' && count !== 'no') throw invalid({ count: ['Use yes o no.'] });
      if (group !== undefined) {
        const grouped = parseSummaryQuery(table, { ...parameters, group });
        if (grouped.group !== null) {
          const values = typeof open === 'string' && open !== '' ? open.split(',') : [];
          const opened = new Set(values.map((value) => (value === '-' ? '' : value)));
          const wanted = { group: grouped.group, opened };
          const text = await groupedPage(database, table, grouped.list, wanted, actorOf(request), fields);
          return sendJson(reply, text);
        }
      }
      const parsed = parseQuery(resource, parameters);
      if (!parsed.ok) throw invalid(parsed.errors);
      return sendJson(
        reply,
        await listPage(database, table, parsed.query, actorOf(request), { fields, count: count === 'yes' }),
      );
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
      const query = parseOptionsQuery(table, request.query as QueryParameters);
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
};
