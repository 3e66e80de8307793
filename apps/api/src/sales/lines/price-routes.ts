import type { Document, Line } from '@pauta/domain/document/document.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import { explainPrice } from '@pauta/domain/sales/lines/explain-price.ts';
import { volumeGross } from '@pauta/domain/sales/lines/sale-totals.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { accessTo, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { saleContextOf } from './sale-context.ts';
import { readSaleTerms } from './sale-terms.ts';

/** Where the prices of the lines of a quote or a contract come from, for those who may see it. */
export const priceRoutes = (app: FastifyInstance, document: Document): void => {
  const { viewAll, viewTeam, viewOwn } = document.permissions;
  app.get<{ Params: IdParams }>(
    `/api/${document.path}/:id/prices`,
    routeOptions(accessTo([viewAll ?? '', viewTeam, viewOwn]), {
      summary: `De dónde salen los precios de los renglones: ${document.label.one.toLocaleLowerCase('es')}`,
      params: idParams,
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', additionalProperties: true } },
        },
      },
    }),
    async (request) => {
      const body = parseRecord(
        await readRecord(app.database, tableOf(document), request.params.id, actorOf(request)),
      );
      const terms = await readSaleTerms(app.database, saleContextOf(body));
      const currency = String(body.currency_code);
      const lines = linesIn(body, 'lines') as readonly Line[];
      const gross = volumeGross(lines, terms, currency);
      const list = (body.price_list_id as Reference | null)?.label ?? null;
      return {
        data: Object.fromEntries(
          lines.map((line) => [line.id, explainPrice(line, terms, currency, gross, list)]),
        ),
      };
    },
  );
};
