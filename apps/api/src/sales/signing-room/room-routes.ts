import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { signedFileName } from '@pauta/domain/sales/addenda/signed-content.ts';
import { longestDrawing } from '@pauta/domain/sales/signing/signature.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { changeOf } from '../../platform/command.ts';
import { Problem } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { answerVisit } from '../../public-pages/answer-visit.ts';
import { sendNotice } from '../../public-pages/public-page.ts';
import { logVisit } from '../../public-pages/room-log.ts';
import { visitorOf } from '../../public-pages/visitor.ts';
import { documentToSign } from '../contract-proof/document-to-sign.ts';
import { contentToSign } from '../signing/signing-request.ts';
import { signingPath } from './mail-signers.ts';
import { findSigningRoom, type SigningRoom } from './room.ts';
import { linkOf, refuseInRoom, sendSigningCode, signInRoom } from './room-acts.ts';
import { type SigningForm, sendSigningPage } from './room-page.ts';
import { signaturePad } from './signature-pad.ts';

interface Token {
  readonly token: string;
}

type Act = FastifyRequest<{ Params: Token & { form: string }; Body: Values | undefined }>;

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

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  sendNotice(
    reply.code(404),
    'Este documento no está disponible',
    'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
  );

/** Does what a form asks for. @returns what to say afterwards; null: the state of the document says it */
const act = async (
  app: FastifyInstance,
  request: Act,
  room: SigningRoom,
  form: SigningForm,
  values: Values,
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
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;

  const visit = (
    request: FastifyRequest<{ Params: Token }>,
    reply: FastifyReply,
    kind: 'page' | 'pdf' | 'form',
    send: (room: SigningRoom) => Promise<FastifyReply>,
  ): Promise<FastifyReply> =>
    answerVisit(app, request, reply, {
      purpose: 'signing-room',
      kind,
      find: () => findSigningRoom(app.database, request.params.token),
      send,
      sendUnknown,
      failure: 'No se pudo preparar el documento',
    });

  const sendPage = async (
    request: FastifyRequest<{ Params: Token }>,
    reply: FastifyReply,
    room: SigningRoom,
    more: Partial<Pick<Parameters<typeof sendSigningPage>[2], 'refused' | 'said'>>,
  ): Promise<FastifyReply> => {
    // Whoever reads the page signs the document that is made by then.
    const { hash } = await documentToSign(app, room.request, room.companyId);
    return sendSigningPage(
      reply,
      { ...room, request: { ...room.request, document_hash: hash } },
      {
        path: signingPath(request.params.token),
        letterhead: await readLetterhead(app, [room.companyId]),
        ...more,
      },
    );
  };

  app.get<{ Params: Token; Querystring: { hecho?: string } }>('/firmar/:token', route, (request, reply) =>
    visit(request, reply, 'page', async (room) => {
      await logVisit(app.database, linkOf(room), 'opened', visitorOf(request));
      return sendPage(request, reply, room, { said: request.query.hecho ?? null });
    }),
  );

  app.get<{ Params: Token }>('/firmar/:token/documento.pdf', route, (request, reply) =>
    visit(request, reply, 'pdf', async (room) => {
      await logVisit(app.database, linkOf(room), 'downloaded', visitorOf(request));
      const { bytes } = await documentToSign(app, room.request, room.companyId);
      return sendPdf(reply, bytes, { name: signedFileName(contentToSign(room.request)), plain: 'documento' });
    }),
  );

  app.get('/firmar/firma.js', route, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600' })
      .type('text/javascript; charset=utf-8')
      .send(signaturePad),
  );

  await app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      async (_request: FastifyRequest, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(String(body))),
    );
    forms.post('/firmar/:token/:form', route, (request: Act, reply) =>
      visit(request, reply, 'form', async (room) => {
        const form = request.params.form as SigningForm;
        if (!Object.hasOwn(formsOf, form)) return sendUnknown(reply);
        const given = request.body ?? {};
        const parsed = parseValues(formsOf[form], given);
        try {
          if (!parsed.ok) throw new Problem(422, 'invalid', 'Revise lo señalado.', { errors: parsed.errors });
          const said = await act(app, request, room, form, parsed.values);
          const query = said === null ? '' : `?hecho=${said}#firma`;
          return reply.redirect(`${signingPath(request.params.token)}${query}`, 303);
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          const errors = Object.keys(error.errors ?? {}).length > 0 ? error.errors : { _: [error.message] };
          const now = (await findSigningRoom(app.database, request.params.token)) ?? room;
          return sendPage(request, reply.code(error.status), now, {
            refused: { form, values: given, errors: errors ?? {} },
          });
        }
      }),
    );
  });

  // Anything else below it, such as a link that was cut off, is not a page of the back office.
  app.get('/firmar/*', route, async (_request, reply) => sendUnknown(reply));
};
