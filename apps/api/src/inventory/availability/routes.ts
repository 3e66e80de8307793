import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams, routeOptions, sendJson } from '../../resource/route.ts';
import { listParameters } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { readAvailability } from './availability.ts';
import { readHolders } from './holders.ts';
import { readOccupancy } from './occupancy.ts';
import { periodOf } from './period.ts';

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

const day = { type: 'string', maxLength: 10, description: 'AAAA-MM-DD' } as const;
const ends = { from: day, to: day };

/** Reading what is free, and who has the rest. */
export const availabilityRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = { permission: 'availability.view' } as const;
  const parameters = listParameters(inventoryItems) as { readonly properties: object };

  app.get(
    '/api/availability',
    routeOptions(access, {
      summary: 'Disponibilidad de los espacios por día',
      description:
        'Los espacios activos que cumplen los filtros de su lista, hasta 5,000, con lo que cada día tiene reservado y ' +
        'vendido. Un día que falta en `taken` está libre hasta lo que dicen `limits`: la capacidad del espacio y de ' +
        'los que lo contienen, en sus días.',
      querystring: {
        ...parameters,
        required: ['from', 'to'],
        properties: { ...parameters.properties, ...ends },
      },
      response: {
        200: {
          type: 'object',
          properties: {
            rows: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: { type: 'string', format: 'uuid' },
                  code: { type: 'string' },
                  name: { type: 'string' },
                  platform: { type: 'string' },
                  subdivision: { type: 'string' },
                  parent_id: { type: ['string', 'null'], format: 'uuid' },
                  capacity_unit: { type: 'string' },
                  limits: {
                    type: 'array',
                    description: 'Capacidad por día y días del espacio, y de cada uno que lo contiene',
                    items: { type: 'object', additionalProperties: true },
                  },
                  taken: {
                    type: 'array',
                    description: '`[día desde el primero, capacidad, reservado, vendido, libre]`',
                    items: { type: 'array', items: { type: ['integer', 'null'] } },
                  },
                },
              },
            },
            is_cut: { type: 'boolean', description: 'Hay más espacios: use un filtro más estrecho' },
          },
        },
      },
    }),
    async (request, reply) => {
      const { from, to, ...rest } = request.query as Parameters;
      const period = periodOf({ from, to });
      const parsed = parseQuery(inventoryItems, rest);
      if (!parsed.ok) throw invalid(parsed.errors);
      return sendJson(reply, await readAvailability(database, parsed.query, actorOf(request), period));
    },
  );

  app.get<{ Params: IdParams; Querystring: { from?: string; to?: string } }>(
    '/api/availability/:id/holders',
    routeOptions(access, {
      summary: 'Quién tiene un espacio en unos días',
      description: 'Reservas y ventas del espacio y de los que contiene. Lo que no puede ver va sin nombres.',
      params: idParams,
      querystring: {
        type: 'object',
        additionalProperties: false,
        required: ['from', 'to'],
        properties: ends,
      },
      response: {
        200: {
          type: 'object',
          properties: { data: { type: 'array', items: { type: 'object', additionalProperties: true } } },
        },
      },
    }),
    async (request) => {
      const actor = actorOf(request);
      const record = await readRecord(database, tableOf(inventoryItems), request.params.id, actor);
      if (!record) throw notFound();
      const data = await readHolders(database, actor, record.id, periodOf(request.query));
      return { data };
    },
  );

  app.get<{ Params: IdParams; Querystring: { from?: string; to?: string } }>(
    '/api/availability/:id/days',
    routeOptions(access, {
      summary: 'Ocupación de un espacio, día por día',
      params: idParams,
      querystring: {
        type: 'object',
        additionalProperties: false,
        required: ['from', 'to'],
        properties: ends,
      },
      response: {
        200: {
          type: 'object',
          properties: { data: { type: 'array', items: { type: 'object', additionalProperties: true } } },
        },
      },
    }),
    async (request) => {
      const period = periodOf(request.query);
      const record = await readRecord(database, tableOf(inventoryItems), request.params.id, actorOf(request));
      return { data: await readOccupancy(database, record.id, period) };
    },
  );
};
