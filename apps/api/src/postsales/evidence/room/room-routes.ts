import { type Fields, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import { changeOf } from '../../../platform/command.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { sendPdf } from '../../../printing/send-pdf.ts';
import { sendNotice } from '../../../public-pages/public-page.ts';
import {
  type Done,
  openRoomDoor,
  type RoomRequest,
  type RoomToken,
  roomRoute,
  type SentForm,
} from '../../../public-pages/room-door.ts';
import { logVisit } from '../../../public-pages/room-log.ts';
import { visitorOf } from '../../../public-pages/visitor.ts';
import { type DocumentKind, documentOf, fileNameOf } from '../document/print-evidence.ts';
import { type EvidenceRoom, findRoom, linkOf } from './room.ts';
import { acceptInRoom, objectInRoom, sendCode } from './room-acts.ts';
import { type RoomForm, sendRoomPage } from './room-page.ts';
import { roomPath } from './share-report.ts';

const hash = text('Edición', { max: 64, required: true });
const objection = longText('Qué objeta', { max: 1000 });

const formsOf = {
  codigo: {},
  aceptar: {
    accepted_by: text('Su nombre', { max: 160, required: true }),
    position: text('Su cargo', { max: 160, required: true }),
    code: text('Código', { max: 12, required: true }),
    hash,
  },
  /** One field for each line. */
  objetar: ({ version }: EvidenceRoom): Fields => ({
    hash,
    whole: objection,
    ...Object.fromEntries(version.content.lines.map(({ id }) => [`line_${id}`, objection])),
  }),
} as const;

const unknown = {
  title: 'Este reporte no está disponible',
  text: 'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
} as const;

/** Does what a form asks for. */
const act = async (
  app: FastifyInstance,
  request: RoomRequest,
  room: EvidenceRoom,
  { form, values }: SentForm<RoomForm>,
): Promise<Done> => {
  const change = changeOf(request, { reason: `Desde el enlace de ${room.recipient} (${room.email})` });
  const visitor = visitorOf(request);
  const textOf = (name: string): string => String(values[name] ?? '');
  switch (form) {
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
    case 'objetar': {
      const objections = new Map<string | null, string>();
      for (const { id } of room.version.content.lines)
        if (!isEmpty(values[`line_${id}`])) objections.set(id, textOf(`line_${id}`));
      if (!isEmpty(values.whole)) objections.set(null, textOf('whole'));
      if (objections.size === 0)
        throw invalid({ whole: ['Escriba qué no está bien, en un renglón o sobre todo el reporte.'] });
      await objectInRoom(app, room, change, visitor, { hash: textOf('hash'), objections });
      return { said: 'objetado' };
    }
  }
};

/** The pages of reports, for people without an account. */
export const evidencePages = async (app: FastifyInstance): Promise<void> => {
  const visit = await openRoomDoor<EvidenceRoom, RoomForm>(app, {
    path: '/evidencias',
    purpose: 'evidence-room',
    failure: 'No se pudo mostrar el reporte',
    unknown,
    find: (token) => findRoom(app.database, token),
    linkOf,
    forms: formsOf,
    mostBytes: 512 * 1024,
    act: (request, room, sent) => act(app, request, room, sent),
    sendPage: async (request, reply, room, state) =>
      sendRoomPage(reply, room, {
        path: roomPath(request.params.token),
        letterhead: await readLetterhead(app, [room.version.companyId]),
        ...state,
      }),
  });

  const documents: Readonly<Record<string, DocumentKind>> = { reporte: 'report', certificado: 'certificate' };
  for (const [name, kind] of Object.entries(documents))
    app.get<{ Params: RoomToken }>(`/evidencias/:token/${name}.pdf`, roomRoute, (request, reply) =>
      visit(request, reply, 'pdf', async (room) => {
        await logVisit(app.database, linkOf(room), 'downloaded', visitorOf(request));
        reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
        const { bytes } = await documentOf(app, room.version, kind);
        return sendPdf(reply, bytes, fileNameOf(kind, room.version.content));
      }),
    );

  app.get<{ Params: RoomToken & { item: string } }>(
    '/evidencias/:token/foto/:item',
    roomRoute,
    async (request, reply) => {
      const { token, item } = request.params;
      const room = isId(item) ? await findRoom(app.database, token) : undefined;
      // What an edition shows is what it had when it was approved.
      const isShown = room?.version.content.items.some(({ id, has_picture }) => id === item && has_picture);
      const drawn =
        isShown &&
        (await app.database.one<{ thumbnail: Buffer }>(sql`
          SELECT d.thumbnail FROM evidence_items i JOIN media_measures d ON d.file_id = i.file
          WHERE i.id = ${item}::uuid AND d.thumbnail IS NOT NULL`));
      if (!drawn) return sendNotice(reply.code(404), unknown.title, unknown.text);
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-security-policy': "sandbox; default-src 'none'",
          'cache-control': 'private, max-age=3600',
          'referrer-policy': 'no-referrer',
        })
        .send(drawn.thumbnail);
    },
  );
};
