import { locationOf } from '@pauta/domain/resource/location-of.ts';
import { parseQuery, type QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../../platform/access.ts';
import { etagOf } from '../../../platform/command.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { accessTo, notModified, routeOptions, sendJson } from '../../route.ts';
import { listParameters } from '../../schemas.ts';
import type { ResourceTable } from '../../table.ts';
import { isFresh } from '../etag.ts';
import { viewPermissions } from '../row-scope.ts';
import { mostPoints, readPoints } from './points.ts';

const count = { type: 'integer', minimum: 0 } as const;

/** `GET …/points`: the places of the rows of a list, for resources with a location. */
export const pointRoutes = (app: FastifyInstance, table: ResourceTable): void => {
  const { resource } = table;
  const place = locationOf(resource);
  if (!place) return;
  app.get(
    `/api/${resource.path}/points`,
    routeOptions(accessTo(viewPermissions(resource)), {
      summary: `Ubicación de ${resource.label.many.toLocaleLowerCase('es')}`,
      description:
        `Los registros de la lista con los mismos filtros, hasta ${mostPoints}, para un mapa. Cada punto es ` +
        '`[id, código, nombre, latitud, longitud, categoría]`.',
      querystring: listParameters(resource),
      response: {
        200: {
          type: 'object',
          required: ['points', 'total', 'missing', 'others', 'is_cut'],
          properties: {
            points: {
              type: 'array',
              items: { type: 'array', items: { type: ['string', 'number', 'null'] } },
            },
            total: { ...count, description: 'Registros con coordenadas' },
            missing: { ...count, description: 'Registros que deberían tener coordenadas y no las tienen' },
            others: { ...count, description: 'Registros que no van en un mapa' },
            is_cut: { type: 'boolean', description: 'Hay más puntos: use un filtro más estrecho' },
          },
        },
        ...notModified,
      },
    }),
    async (request, reply) => {
      const parsed = parseQuery(resource, request.query as QueryParameters);
      if (!parsed.ok) throw invalid(parsed.errors);
      const text = await readPoints(app.database, table, place.field, parsed.query, actorOf(request));
      const etag = etagOf(0, text);
      reply.header('etag', etag);
      return isFresh(request, etag) ? reply.code(304).send() : sendJson(reply, text);
    },
  );
};
