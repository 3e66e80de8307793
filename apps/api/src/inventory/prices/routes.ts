import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { type PricedTargets, pricesFor } from './prices-for.ts';

/** Lines in one request: those of the largest document that is priced. */
const mostLines = 1000;

const id = { type: ['string', 'null'], format: 'uuid' };

/** The prices of a list that apply to some lines, for forms that price while the user types. */
export const priceListRoutes = (app: FastifyInstance): void => {
  app.post<{ Params: IdParams; Body: { lines: readonly PricedTargets[] } }>(
    '/api/price-lists/:id/prices-for',
    {
      config: { access: { permission: priceLists.permissions.viewAll ?? '' } },
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
      // 404 for a list that does not exist.
      await readRecord(app.database, tableOf(priceLists), request.params.id, actorOf(request));
      return { data: await pricesFor(app.database, request.params.id, request.body.lines) };
    },
  );
};
