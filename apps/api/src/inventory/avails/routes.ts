import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { notFound } from '../../platform/http/problem.ts';
import { answerVisit } from '../../public-pages/answer-visit.ts';
import { sendNotice } from '../../public-pages/public-page.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { openSheet, type SheetChoice, sheetById } from './link.ts';
import { sendAvailsPage } from './page.ts';
import { sendAvailsPdf } from './print-avails.ts';
import { readAvails } from './read-avails.ts';

/** The PDF of a sheet of avails, for staff. */
export const availsRoutes = (app: FastifyInstance): void => {
  const { viewAll, viewOwn } = availsSheets.permissions;
  app.get<{ Params: IdParams }>(
    '/api/avails-sheets/:id/avails.pdf',
    {
      config: { access: { anyPermission: [viewAll, viewOwn].filter((name) => typeof name === 'string') } },
      schema: {
        summary: 'La hoja de disponibilidad en PDF, como la ve quien abre su enlace',
        params: idParams,
        response: { 200: { description: 'El documento, en PDF' } },
      },
    },
    async (request, reply) => {
      await readRecord(app.database, tableOf(availsSheets), request.params.id, actorOf(request));
      const sheet = await sheetById(app.database, request.params.id);
      if (!sheet) throw notFound();
      return sendAvailsPdf(app, reply, await readAvails(app, sheet));
    },
  );
};

interface Token {
  readonly token: string;
}

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  sendNotice(
    reply.code(404),
    'Esta hoja no está disponible',
    'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
  );

/** The public pages of sheets of avails, for people without an account. */
export const availsPages = (app: FastifyInstance): void => {
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;

  const show = (
    request: FastifyRequest<{ Params: Token }>,
    reply: FastifyReply,
    kind: 'page' | 'pdf',
    send: (sheet: SheetChoice) => Promise<FastifyReply>,
  ): Promise<FastifyReply> =>
    answerVisit(app, request, reply, {
      purpose: 'avails',
      kind,
      find: () => openSheet(app.database, request.params.token),
      send,
      sendUnknown,
      failure: 'No se pudo preparar la hoja',
    });

  app.get<{ Params: Token }>('/disponibilidad/:token', route, (request, reply) =>
    show(request, reply, 'page', async (sheet) =>
      sendAvailsPage(reply, await readAvails(app, sheet), `/disponibilidad/${request.params.token}`),
    ),
  );

  app.get<{ Params: Token }>('/disponibilidad/:token/disponibilidad.pdf', route, (request, reply) =>
    show(request, reply, 'pdf', async (sheet) => {
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      return sendAvailsPdf(app, reply, await readAvails(app, sheet));
    }),
  );

  // Anything else below it, such as a link that was cut off, is not a page of the back office.
  app.get('/disponibilidad/*', route, async (_request, reply) => sendUnknown(reply));
};
