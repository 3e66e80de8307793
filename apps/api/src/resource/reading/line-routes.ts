import { isId } from '@pauta/domain/kinds/reference.ts';
import { everyFieldOf } from '@pauta/domain/resource/query/listed-fields.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { accessTo, type IdParams, idParams, routeOptions, sendJson } from '../route.ts';
import { lineSchema, listParameters } from '../schemas.ts';
import { quoted, type ResourceTable } from '../table.ts';
import { listPage } from './list.ts';
import { scopeCondition, viewPermissions } from './row-scope.ts';

/**
 * `GET /api/<path>/{id}/<lines>?q=&f.<field>=&sort=&limit=&cursor=`: document lines that are not part of its body,
 * paged, by default in document order. Readable by everyone who may see the document.
 */
export const lineRoutes = (app: FastifyInstance, { name, resource, lines }: ResourceTable): void => {
  for (const table of lines.filter(({ line }) => line.mode === 'beside')) {
    const {
      archived: _,
      group: __,
      open: ___,
      ...parameters
    } = listParameters(table.resource).properties as Record<string, object>;
    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/${table.line.name}`,
      routeOptions(accessTo(viewPermissions(resource)), {
        summary: `${table.resource.label.many}: ${resource.label.one.toLocaleLowerCase('es')}`,
        params: idParams,
        querystring: { type: 'object', properties: parameters },
        response: {
          200: {
            type: 'object',
            required: ['data', 'next_cursor', 'total', 'total_is_estimate'],
            properties: {
              data: { type: 'array', items: lineSchema(table) },
              next_cursor: { type: ['string', 'null'] },
              total: { type: 'integer', minimum: 0 },
              total_is_estimate: { type: 'boolean' },
            },
          },
        },
      }),
      async (request, reply) => {
        const actor = actorOf(request);
        const { id } = request.params;
        const seen = isId(id)
          ? await app.database.one(sql`
              SELECT 1 AS one FROM ${raw(quoted(name))} t
              WHERE t.id = ${id}::uuid AND ${scopeCondition(resource, actor)}`)
          : undefined;
        if (!seen) throw notFound();
        const parsed = parseQuery(table.resource, request.query as Record<string, string>);
        if (!parsed.ok) throw invalid(parsed.errors);
        const own = sql`t.${raw(quoted(table.line.header))} = ${id}::uuid`;
        return sendJson(
          reply,
          await listPage(app.database, table, parsed.query, actor, {
            fields: everyFieldOf(table.resource),
            ways: [own],
          }),
        );
      },
    );
  }
};
