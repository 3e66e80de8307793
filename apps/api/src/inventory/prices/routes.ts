import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { compareLists } from './compare-lists.ts';
import { priceHistory } from './price-history.ts';
import { type PricedTargets, pricesFor } from './prices-for.ts';

/** Lines in one request: those of the largest document that is priced. */
const mostLines = 1000;

const id = { type: ['string', 'null'], format: 'uuid' };

const viewing = priceLists.permissions.viewAll ?? '';
const answer = {
  200: {
    type: 'object',
    required: ['data'],
    properties: { data: { type: ['object', 'array'], additionalProperties: true, items: {} } },
  },
} as const;

/**
 * What forms and pages ask of prices: those that apply to some lines, what differs between two lists, and the
 * prices that a space had.
 */
export const priceListRoutes = (app: FastifyInstance): void => {
  /** @throws Problem 404 for a list that does not exist */
  const requireList = (request: FastifyRequest, id: string) =>
    readRecord(app.database, tableOf(priceLists), id, actorOf(request));

  app.get<{ Params: IdParams; Querystring: { with: string } }>(
    '/api/price-lists/:id/comparison',
    routeOptions(accessTo([viewing]), {
      summary: 'Qué cambia de otra lista de precios a esta',
      params: idParams,
      querystring: {
        type: 'object',
        required: ['with'],
        properties: { with: { type: 'string', format: 'uuid', description: 'La lista con que se compara' } },
      },
      response: answer,
    }),
    async (request) => {
      await requireList(request, request.params.id);
      await requireList(request, request.query.with);
      return { data: await compareLists(app.database, request.query.with, request.params.id) };
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/inventory-items/:id/prices',
    routeOptions(accessTo([viewing]), {
      summary: 'Precios de un espacio en las listas publicadas',
      params: idParams,
      response: answer,
    }),
    async (request) => {
      await readRecord(app.database, tableOf(inventoryItems), request.params.id, actorOf(request));
      return { data: await priceHistory(app.database, request.params.id) };
    },
  );

  app.post<{ Params: IdParams; Body: { lines: readonly PricedTargets[] } }>(
    '/api/price-lists/:id/prices-for',
    {
      config: { access: { permission: viewing } },
      schema: {
        summary: 'Precios de la lista que se aplican a unos renglones',
        params: idParams,
        body: {
          type: 'object',
          required: ['lines'],
          additionalProperties: false,
          properties: {
            lines: {
              type: 'array',
              maxItems: mostLines,
              items: {
                type: 'object',
                additionalProperties: false,
                properties: { inventoryItemId: id, adArticleId: id, inventoryCategoryId: id },
              },
            },
          },
        },
      },
    },
    async (request) => {
      await requireList(request, request.params.id);
      return { data: await pricesFor(app.database, request.params.id, request.body.lines) };
    },
  );
};
