import type { QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../../platform/access.ts';
import { accessTo, routeOptions } from '../../route.ts';
import { listParameters } from '../../schemas.ts';
import type { ResourceTable } from '../../table.ts';
import { viewPermissions } from '../row-scope.ts';
import { summaryAnswer, summaryParameters } from './schemas.ts';
import { parseSummaryQuery, summarize } from './summary.ts';

/** `GET …/summary`: groups and totals of the rows of a list. */
export const summaryRoutes = (app: FastifyInstance, table: ResourceTable): void => {
  const { resource } = table;
  app.get(
    `/api/${resource.path}/summary`,
    routeOptions(accessTo(viewPermissions(resource)), {
      summary: `Grupos y totales de ${resource.label.many.toLocaleLowerCase('es')}`,
      querystring: summaryParameters(resource, listParameters(resource)),
      response: { 200: summaryAnswer },
    }),
    async (request) => {
      const query = parseSummaryQuery(table, request.query as QueryParameters);
      return { data: await summarize(app.database, table, query, actorOf(request)) };
    },
  );
};
