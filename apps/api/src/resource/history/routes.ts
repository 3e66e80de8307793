import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import type { ResourceHooks } from '../hooks.ts';
import { parseRecord, readRecord } from '../reading/read-record.ts';
import { viewPermissions } from '../reading/row-scope.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../route.ts';
import { historyAnswer, summaries } from '../schemas.ts';
import type { ResourceTable } from '../table.ts';
import { readHistory } from './history.ts';

/** `GET /api/<path>/{id}/history`. */
export const historyRoute = (app: FastifyInstance, table: ResourceTable, hooks: ResourceHooks): void => {
  const { resource } = table;
  app.get<{ Params: IdParams }>(
    `/api/${resource.path}/:id/history`,
    routeOptions(accessTo(viewPermissions(resource)), {
      summary: summaries(resource).history,
      params: idParams,
      response: { 200: historyAnswer },
    }),
    async (request) => {
      const actor = actorOf(request);
      const record = parseRecord(await readRecord(app.database, table, request.params.id, actor));
      return { data: await readHistory(app.database, table, record, actor, hooks.events) };
    },
  );
};
