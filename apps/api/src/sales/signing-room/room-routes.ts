import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { signedFileName } from '@pauta/domain/sales/addenda/signed-content.ts';
import { longestDrawing } from '@pauta/domain/sales/signing/signature.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { changeOf } from '../../platform/command.ts';
import { Problem } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { sendScript } from '../../public-pages/public-page.ts';
import {
  openRoomDoor,
  type RoomRequest,
  type RoomToken,
  roomRoute,
  type SentForm,
} from '../../public-pages/room-door.ts';
import { logVisit } from '../../public-pages/room-log.ts';
import { visitorOf } from '../../public-pages/visitor.ts';
import { documentToSign } from '../contract-proof/document-to-sign.ts';
import { contentToSign } from '../signing/signing-request.ts';
import { signingPath } from './mail-signers.ts';
import { findSigningRoom, type SigningRoom } from './room.ts';
import { linkOf, refuseInRoom, sendSigningCode, signInRoom } from './room-acts.ts';
import { type SigningForm, sendSigningPage } from './room-page.ts';
import { signaturePad } from './signature-pad.ts';

const formsOf = {
  codigo: {},
  firmar: {
    typed_name: text('Su nombre', { max: 160, min: 2, required: true }),
    drawing: text('Su firma', { max: longestDrawing }),
    consent: text('Su aceptación', { max: 2 }),
    code: text('Código', { max: 12, required: true }),
    document: text('Documento', { max: 64, required: true }),
  },
  'no-firmar': { reason: longText('Motivo', { max: 1000, min: 5, required: true }) },
} satisfies Record<SigningForm, Fields>;

/** Does what a form asks for. @returns what to say afterwards; null: the state of the document says it */
const act = async (
  app: FastifyInstance,
  request: RoomRequest,
  room: SigningRoom,
  { form, values }: SentForm<SigningForm>,
): Promise<string | null> => {
  const change = changeOf(request, {
    reason: `Desde el enlace de ${room.signer.full_name} (${room.email})`,
  });
  const visitor = visitorOf(request);
  const textOf = (name: string): string => String(values[name] ?? '');
  switch (form) {
    case 'codigo':
      await sendSigningCode(app, room, change, visitor);
      return 'codigo';
    case 'firmar':
      if (values.consent !== 'si')
        throw new Problem(422, 'invalid', 'Revise lo señalado.', {
          errors: { consent: ['Marque la casilla si leyó el documento y acepta firmarlo.'] },
        });
      await signInRoom(app, room, change, visitor, {
        typed_name: textOf('typed_name'),
        drawing: textOf('drawing'),
        code: textOf('code'),
        document: textOf('document'),
      });
      return null;
    case 'no-firmar':
      await refuseInRoom(app, room, change, visitor, textOf('reason'));
      return null;
  }
};

/** The rooms of signers, for people without an account. */
export const signingRoomPages = async (app: FastifyInstance): Promise<void> => {
  const visit = await openRoomDoor(app, {
    path: '/firmar',
    purpose: 'signing-room',
    failure: 'No se pudo preparar el documento',
    unknown: {
      title: 'Este documento no está disponible',
      text: 'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
    },
    find: (token) => findSigningRoom(app.database, token),
    linkOf,
    forms: formsOf,
    act: async (request, room, sent) => {
      const said = await act(app, request, room, sent);
      return said === null ? { said } : { said, at: 'firma' };
    },
    sendPage: async (request, reply, room, state) => {
      // Whoever reads the page signs the document that is made by then.
      const { hash } = await documentToSign(app, room.request, room.companyId);
      return sendSigningPage(
        reply,
        { ...room, request: { ...room.request, document_hash: hash } },
        {
          path: signingPath(request.params.token),
          letterhead: await readLetterhead(app, [room.companyId]),
          ...state,
        },
      );
    },
  });

  app.get<{ Params: RoomToken }>('/firmar/:token/documento.pdf', roomRoute, (request, reply) =>
    visit(request, reply, 'pdf', async (room) => {
      await logVisit(app.database, linkOf(room), 'downloaded', visitorOf(request));
      const { bytes } = await documentToSign(app, room.request, room.companyId);
      return sendPdf(reply, bytes, signedFileName(contentToSign(room.request)));
    }),
  );

  app.get('/firmar/firma.js', roomRoute, async (_request, reply) => sendScript(reply, signaturePad));
};
