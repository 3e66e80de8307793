import { type Fields, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeOf } from '../../platform/command.ts';
import { Problem } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { answerVisit } from '../../public-pages/answer-visit.ts';
import { sendNotice } from '../../public-pages/public-page.ts';
import { logVisit } from '../../public-pages/room-log.ts';
import { visitorOf } from '../../public-pages/visitor.ts';
import { fileNameOf, letterheadOf, printQuote } from './print-quote.ts';
import { findRoom, type Room } from './room.ts';
import { acceptInRoom, declineInRoom, linkOf, sendCode, writeMessage } from './room-acts.ts';
import { roomPath } from './room-commands.ts';
import { type RoomForm, sendRoomPage } from './room-page.ts';

interface Token {
  readonly token: string;
}

type Act = FastifyRequest<{ Params: Token & { form: string }; Body: Values | undefined }>;

const formsOf = {
  comentario: {
    body: longText('Su comentario', { max: 2000, required: true }),
    line_id: text('Renglón', { max: 36 }),
    asks_changes: text('Pide cambios', { max: 2 }),
  },
  codigo: {},
  aceptar: {
    accepted_by: text('Su nombre', { max: 160, required: true }),
    position: text('Su cargo', { max: 160, required: true }),
    code: text('Código', { max: 12, required: true }),
    hash: text('Versión', { max: 64, required: true }),
  },
  rechazar: { reason: longText('Motivo', { max: 1000, min: 5, required: true }) },
} satisfies Record<RoomForm, Fields>;

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  sendNotice(
    reply.code(404),
    'Este presupuesto no está disponible',
    'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
  );

/** What to say after an act; null: the state of the quote says it. And where on the page. */
interface Done {
  readonly said: string | null;
  readonly at?: string;
}

/** Does what a form asks for. */
const act = async (
  app: FastifyInstance,
  request: Act,
  room: Room,
  form: RoomForm,
  values: Values,
): Promise<Done> => {
  const change = changeOf(request, { reason: `Desde el enlace de ${room.recipient} (${room.email})` });
  const visitor = visitorOf(request);
  const textOf = (name: string): string => String(values[name] ?? '');
  switch (form) {
    case 'comentario': {
      const asks = room.isOpen && values.asks_changes === 'si';
      await writeMessage(app, room, change, visitor, {
        body: textOf('body'),
        line_id: isEmpty(values.line_id) ? null : textOf('line_id'),
        asks_changes: asks,
      });
      return { said: asks ? 'cambio' : 'comentario' };
    }
    case 'codigo':
      await sendCode(app, room, change, visitor);
      return { said: 'codigo', at: 'respuesta' };
    case 'aceptar':
      await acceptInRoom(app, room, change, visitor, {
        accepted_by: textOf('accepted_by'),
        position: textOf('position'),
        code: textOf('code'),
        hash: textOf('hash'),
      });
      return { said: null };
    case 'rechazar':
      await declineInRoom(app, room, change, visitor, textOf('reason'));
      return { said: null };
  }
};

/** The rooms of quotes, for people without an account. */
export const roomPages = async (app: FastifyInstance): Promise<void> => {
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;

  const visit = (
    request: FastifyRequest<{ Params: Token }>,
    reply: FastifyReply,
    kind: 'page' | 'pdf' | 'form',
    send: (room: Room) => Promise<FastifyReply>,
  ): Promise<FastifyReply> =>
    answerVisit(app, request, reply, {
      purpose: 'quote-room',
      kind,
      find: () => findRoom(app.database, request.params.token),
      send,
      sendUnknown,
      failure: 'No se pudo preparar el presupuesto',
    });

  app.get<{ Params: Token; Querystring: { hecho?: string } }>(
    '/presupuesto/:token',
    route,
    (request, reply) =>
      visit(request, reply, 'page', async (room) => {
        await logVisit(app.database, linkOf(room), 'opened', visitorOf(request));
        return sendRoomPage(reply, room, {
          path: roomPath(request.params.token),
          letterhead: await letterheadOf(app, room.companyId, room.version),
          said: request.query.hecho ?? null,
        });
      }),
  );

  app.get<{ Params: Token }>('/presupuesto/:token/presupuesto.pdf', route, (request, reply) =>
    visit(request, reply, 'pdf', async (room) => {
      await logVisit(app.database, linkOf(room), 'downloaded', visitorOf(request));
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      const { version } = room;
      const document = await printQuote(app, version, await letterheadOf(app, room.companyId, version));
      return sendPdf(reply, document, {
        name: fileNameOf(quotePaper(version.content)),
        plain: 'presupuesto',
      });
    }),
  );

  await app.register(async (forms) => {
    // Pages without scripts send their forms in this format; the API takes JSON.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 32 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    forms.post('/presupuesto/:token/:form', route, (request: Act, reply) =>
      visit(request, reply, 'form', async (room) => {
        const form = request.params.form as RoomForm;
        if (!Object.hasOwn(formsOf, form)) return sendUnknown(reply);
        const path = roomPath(request.params.token);
        const given = request.body ?? {};
        const parsed = parseValues(formsOf[form], given);
        try {
          if (!parsed.ok) throw new Problem(422, 'invalid', 'Revise lo señalado.', { errors: parsed.errors });
          const { said, at } = await act(app, request, room, form, parsed.values);
          const query = said === null ? '' : `?hecho=${said}`;
          return reply.redirect(`${path}${query}${at === undefined ? '' : `#${at}`}`, 303);
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          const errors = Object.keys(error.errors ?? {}).length > 0 ? error.errors : { _: [error.message] };
          return sendRoomPage(
            reply.code(error.status),
            (await findRoom(app.database, request.params.token)) ?? room,
            {
              path,
              letterhead: await letterheadOf(app, room.companyId, room.version),
              refused: { form, values: given, errors: errors ?? {} },
            },
          );
        }
      }),
    );
  });

  // Anything else below it, such as a link that was cut off, is not a page of the back office.
  app.get('/presupuesto/*', route, async (_request, reply) => sendUnknown(reply));
};
