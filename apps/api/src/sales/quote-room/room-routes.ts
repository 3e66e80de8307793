import { type Fields, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyInstance } from 'fastify';
import { changeOf } from '../../platform/command.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import {
  type Done,
  openRoomDoor,
  type RoomRequest,
  type RoomToken,
  roomRoute,
  type SentForm,
} from '../../public-pages/room-door.ts';
import { logVisit } from '../../public-pages/room-log.ts';
import { visitorOf } from '../../public-pages/visitor.ts';
import { fileNameOf, letterheadOf, printQuote } from './print-quote.ts';
import { findRoom, type Room } from './room.ts';
import { acceptInRoom, declineInRoom, linkOf, sendCode, writeMessage } from './room-acts.ts';
import { roomPath } from './room-commands.ts';
import { type RoomForm, sendRoomPage } from './room-page.ts';

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

/** Does what a form asks for. */
const act = async (
  app: FastifyInstance,
  request: RoomRequest,
  room: Room,
  { form, values }: SentForm<RoomForm>,
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
  const visit = await openRoomDoor(app, {
    path: '/presupuesto',
    purpose: 'quote-room',
    failure: 'No se pudo preparar el presupuesto',
    unknown: {
      title: 'Este presupuesto no está disponible',
      text: 'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
    },
    find: (token) => findRoom(app.database, token),
    linkOf,
    forms: formsOf,
    act: (request, room, sent) => act(app, request, room, sent),
    sendPage: async (request, reply, room, state) =>
      sendRoomPage(reply, room, {
        path: roomPath(request.params.token),
        letterhead: await letterheadOf(app, room.companyId, room.version),
        ...state,
      }),
  });

  app.get<{ Params: RoomToken }>('/presupuesto/:token/presupuesto.pdf', roomRoute, (request, reply) =>
    visit(request, reply, 'pdf', async (room) => {
      await logVisit(app.database, linkOf(room), 'downloaded', visitorOf(request));
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      const { version } = room;
      const document = await printQuote(app, version, await letterheadOf(app, room.companyId, version));
      return sendPdf(reply, document, fileNameOf(quotePaper(version.content)));
    }),
  );
};
