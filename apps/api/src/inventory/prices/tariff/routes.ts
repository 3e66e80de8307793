import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../../platform/access.ts';
import { answerVisit } from '../../../public-pages/answer-visit.ts';
import { sendNotice } from '../../../public-pages/public-page.ts';
import { readRecord } from '../../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../../resource/route.ts';
import { tableOf } from '../../../resource/table.ts';
import { findTariff, type OpenTariff, readTariffLink } from './links.ts';
import { sendTariffPage } from './page.ts';
import { sendTariff } from './print-tariff.ts';
import { readTariff } from './read-tariff.ts';

const linkSchema = {
  type: ['object', 'null'],
  required: ['created_at', 'created_by', 'until', 'public_path'],
  properties: {
    created_at: { type: 'string', format: 'date-time' },
    created_by: { type: ['string', 'null'] },
    until: { type: ['string', 'null'], format: 'date', description: 'Último día en que se abre' },
    public_path: { type: ['string', 'null'], description: 'La dirección fija de una tarifa política' },
  },
} as const;

/** The PDF of a price list, and whether its tariff is published, for staff. */
export const tariffRoutes = (app: FastifyInstance): void => {
  const config = { access: { permission: priceLists.permissions.viewAll ?? '' } };
  // 404 for a list that does not exist or that the caller may not see.
  const check = (request: FastifyRequest<{ Params: IdParams }>) =>
    readRecord(app.database, tableOf(priceLists), request.params.id, actorOf(request));

  app.get<{ Params: IdParams }>(
    '/api/price-lists/:id/tariff.pdf',
    {
      config,
      schema: {
        summary: 'La tarifa de la lista en PDF, sin precios mínimos ni notas',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      await check(request);
      return sendTariff(app, reply, await readTariff(app, request.params.id));
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/price-lists/:id/tariff-link',
    {
      config,
      schema: {
        summary: 'El enlace abierto a la tarifa de la lista, sin su clave',
        params: idParams,
        response: { 200: { type: 'object', required: ['data'], properties: { data: linkSchema } } },
      },
    },
    async (request) => {
      await check(request);
      return { data: (await readTariffLink(app.database, request.params.id)) ?? null };
    },
  );
};

interface Address {
  readonly address: string;
}

/** The same for every reason, so that it does not tell whether there ever was a tariff. */
const sendUnknown = (reply: FastifyReply): FastifyReply =>
  sendNotice(
    reply.code(404),
    'Esta tarifa no está disponible',
    'El enlace no existe, fue retirado o su vigencia terminó. Pida uno nuevo a quien se lo envió.',
  );

/** The public pages of tariffs, for people without an account. */
export const tariffPages = (app: FastifyInstance): void => {
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;

  const show = (
    request: FastifyRequest<{ Params: Address }>,
    reply: FastifyReply,
    kind: 'page' | 'pdf',
    send: (open: OpenTariff) => Promise<FastifyReply>,
  ): Promise<FastifyReply> =>
    answerVisit(app, request, reply, {
      purpose: 'tariff',
      kind,
      find: () => findTariff(app.database, request.params.address),
      send,
      sendUnknown,
      failure: 'No se pudo preparar la tarifa',
    });

  app.get<{ Params: Address }>('/tarifas/:address', route, (request, reply) =>
    show(request, reply, 'page', async ({ price_list_id, is_political }) =>
      sendTariffPage(reply, await readTariff(app, price_list_id), {
        path: `/tarifas/${request.params.address}`,
        isListed: is_political,
      }),
    ),
  );

  app.get<{ Params: Address }>('/tarifas/:address/tarifa.pdf', route, (request, reply) =>
    show(request, reply, 'pdf', async ({ price_list_id, is_political }) => {
      reply.header('referrer-policy', 'no-referrer');
      if (!is_political) reply.header('x-robots-tag', 'noindex');
      return sendTariff(app, reply, await readTariff(app, price_list_id));
    }),
  );

  // Anything else below it, such as a link that was cut off, is not a page of the back office.
  app.get('/tarifas/*', route, async (_request, reply) => sendUnknown(reply));
};
