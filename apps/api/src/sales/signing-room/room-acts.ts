import type { Values } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { ClientActor } from '../../platform/access.ts';
import type { ChangeContext, Transaction } from '../../platform/database/database.ts';
import { conflict, Problem, textsOf } from '../../platform/http/problem.ts';
import { checkCode, codeMinutes, mailCode, useCode } from '../../public-pages/mailed-code.ts';
import { logAct, type RoomLink } from '../../public-pages/room-log.ts';
import type { Visitor } from '../../public-pages/visitor.ts';
import { clientContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { findRequest, type SigningRequest } from '../signing/signing-request.ts';
import { signingCodeEmail } from './emails.ts';
import { giveSignature, requireSigner } from './give-signature.ts';
import { namedDocument, tellSeller } from './mail-signers.ts';
import type { SigningRoom } from './room.ts';
import { drawingOf } from './signing-commands.ts';

/** The link that opened a room. */
export const linkOf = ({ linkId }: SigningRoom): RoomLink => ({ table: 'signing_links', linkId });

const refuseUnlessOpen = ({ isOpen, signer }: SigningRoom): void => {
  if (!isOpen)
    throw conflict(
      'not_open',
      signer.signature ? 'Usted ya firmó este documento.' : 'Este documento no espera su firma ahora.',
    );
};

/** Mails a code to the address of the link, in place of an earlier one. @throws Problem 409, or 422 `code` */
export const sendSigningCode = async (
  app: FastifyInstance,
  room: SigningRoom,
  change: ChangeContext,
  visitor: Visitor,
): Promise<void> => {
  refuseUnlessOpen(room);
  await mailCode(
    app,
    linkOf(room),
    { change, visitor },
    {
      to: room.email,
      contentOf: (code) =>
        signingCodeEmail(namedDocument(room.request), {
          name: room.signer.full_name,
          code,
          minutes: codeMinutes,
        }),
    },
  );
};

/** The record that a request is of. */
const documentOf = ({
  contract_id,
  addendum_id,
}: SigningRequest): { readonly name: string; readonly id: string } =>
  addendum_id === null ? { name: contracts.name, id: contract_id } : { name: addenda.name, id: addendum_id };

const runAsSigner = (
  app: FastifyInstance,
  tx: Transaction,
  { signer, email, request }: SigningRoom,
  name: string,
  input: Values,
) => {
  const { name: resource, id } = documentOf(request);
  const actor: ClientActor = { client: signer.full_name, email, opens: { resource, id } };
  return runCommand(clientContext(app, tx, actor), servedOf(app, resource), name, { input }, id);
};

/** Whoever signs, refuses or withdraws waits for the others, in one order: what is signed first. */
const lockDocument = (tx: Transaction, { request }: SigningRoom): Promise<unknown> => {
  const { name, id } = documentOf(request);
  return tx.query(sql`SELECT FROM ${raw(name)} WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
};

/** What a signer enters to sign. */
export interface SigningInput {
  readonly typed_name: string;
  readonly drawing: string;
  readonly code: string;
  /** Hash of the document that the page showed. */
  readonly document: string;
}

/** What the client reads when the last signature is not possible; the seller reads why. */
const blockedText =
  'Su firma no se guardó: algo impide cerrar el documento en este momento. Avisamos a quien se lo envió; cuando esté resuelto podrá firmar en esta misma página.';

/**
 * Signs for the person who proves by the code that they read the mail of the link. The last signature makes the document
 * valid in the same transaction: if something is in the way, nothing happened, and the seller learns what it is.
 *
 * @throws Problem 409 if it is not their turn or the page showed another document, 422 for a wrong code
 */
export const signInRoom = async (
  app: FastifyInstance,
  room: SigningRoom,
  change: ChangeContext,
  visitor: Visitor,
  { typed_name, drawing, code, document }: SigningInput,
): Promise<void> => {
  refuseUnlessOpen(room);
  if (document !== room.request.document_hash)
    throw conflict('other_document', 'La página mostraba otro documento. Léalo otra vez antes de firmar.');
  const drawn = drawingOf(drawing);
  const known = await checkCode(app.database, linkOf(room), { change, visitor }, code);
  try {
    await app.database.transaction({ ...change, action: 'sign_by_link' }, async (tx) => {
      await lockDocument(tx, room);
      const before = await findRequest(tx, room.request.id);
      if (before?.outcome !== null)
        throw conflict('not_open', 'Este documento ya no espera firmas. Actualice la página.');
      const signer = requireSigner(before, room.signer.id, { inTurn: true });
      await useCode(tx, linkOf(room), known);
      await giveSignature(tx, before, signer, {
        method: 'link',
        typedName: typed_name,
        drawing: drawn,
        link: { id: room.linkId, email: room.email },
        ip: visitor.ip,
        userAgent: visitor.userAgent,
      });
      await logAct(tx, linkOf(room), 'signed', visitor);
      await runAsSigner(app, tx, room, 'sign_by_link', { signer_id: signer.id });
      await tellSeller(app, tx, room.request, { act: `${signer.full_name} firmó.` });
    });
  } catch (error) {
    if (!(error instanceof Problem) || !isObstacle(error)) throw error;
    await app.database.transaction(change, async (tx) => {
      await logAct(tx, linkOf(room), 'blocked', visitor);
      await tellSeller(app, tx, room.request, {
        act: `${room.signer.full_name} quiso firmar y no fue posible.`,
        texts: textsOf(error),
      });
    });
    throw conflict('blocked', blockedText, { cause: error });
  }
};

/** Problems of the room itself, which its page explains; any other is in the way of the document. */
const own = new Set([
  'not_open',
  'signed_already',
  'not_in_turn',
  'no_signer',
  'code_used',
  'unread',
  'wrong_state',
]);

const isObstacle = ({ status, code }: Problem): boolean => status < 500 && !own.has(code);

/** Refuses to sign, with the reason: the document goes back to draft. @throws Problem 409 */
export const refuseInRoom = async (
  app: FastifyInstance,
  room: SigningRoom,
  change: ChangeContext,
  visitor: Visitor,
  reason: string,
): Promise<void> => {
  refuseUnlessOpen(room);
  await app.database.transaction({ ...change, action: 'refuse_signing' }, async (tx) => {
    await lockDocument(tx, room);
    await runAsSigner(app, tx, room, 'refuse_signing', { reason });
    await logAct(tx, linkOf(room), 'refused', visitor);
  });
};
