import { signedName } from '@pauta/domain/sales/addenda/signed-content.ts';
import { consentText } from '@pauta/domain/sales/signing/signature.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict } from '../../platform/http/problem.ts';
import {
  contentToSign,
  findRequest,
  type Signer,
  type SigningRequest,
  signersInTurn,
} from '../signing/signing-request.ts';

/** A signature given on a screen. */
interface ElectronicSignature {
  readonly typedName: string;
  /** An SVG path (`isDrawing`); null if the name alone was typed. */
  readonly drawing: string | null;
}

/** A signature, and where it comes from. */
export type NewSignature =
  | (ElectronicSignature & {
      readonly method: 'link';
      readonly link: { readonly id: string; readonly email: string };
      readonly ip: string | null;
      readonly userAgent: string | null;
    })
  | (ElectronicSignature & { readonly method: 'in_person' })
  | {
      readonly method: 'paper';
      /** Civil day. */
      readonly signedOn: string;
      /** Id of the file. */
      readonly scan: string | null;
    };

/** The signer of an id who has not signed yet. @throws Problem 404, or 409 if they signed or it is not their turn */
export const requireSigner = (
  request: SigningRequest,
  signerId: string,
  { inTurn }: { readonly inTurn: boolean },
): Signer => {
  const signer = request.signers.find(({ id }) => id === signerId);
  if (!signer) throw conflict('no_signer', 'Esa persona no firma este documento. Actualice la página.');
  if (signer.signature) throw conflict('signed_already', `${signer.full_name} ya firmó.`);
  if (inTurn && !signersInTurn(request).includes(signer))
    throw conflict(
      'not_in_turn',
      `Todavía no le toca firmar a ${signer.full_name}: faltan firmas anteriores.`,
    );
  return signer;
};

/**
 * Stores a signature of a request whose document is locked; the database refuses one out of turn.
 *
 * @returns the request with it
 */
export const giveSignature = async (
  tx: Transaction,
  request: SigningRequest,
  signer: Signer,
  given: NewSignature,
): Promise<SigningRequest> => {
  const { method } = given;
  if (method === 'paper')
    await tx.query(sql`
      INSERT INTO signatures (signer_id, contract_id, request_id, content_hash, method, signed_on, scan, created_by)
      VALUES (${signer.id}::uuid, ${request.contract_id}::uuid, ${request.id}::uuid, ${request.hash}, 'paper', ${given.signedOn}::date,
        ${given.scan}::uuid, ${tx.change.actorId}::uuid)`);
  else {
    if (request.document_hash === null)
      throw conflict('unread', 'Abra antes el documento: nadie firma lo que no se mostró.');
    const link = method === 'link' ? given : null;
    await tx.query(sql`
      INSERT INTO signatures (signer_id, contract_id, request_id, content_hash, document_hash, method, typed_name, drawing,
        consent, link_id, email, ip, user_agent, created_by)
      VALUES (${signer.id}::uuid, ${request.contract_id}::uuid, ${request.id}::uuid, ${request.hash}, ${request.document_hash}, ${method},
        ${given.typedName}, ${given.drawing}, ${consentText(signedName(contentToSign(request)))}, ${link?.link.id ?? null}::uuid,
        ${link?.link.email ?? null}, ${link?.ip ?? null}::inet, ${link?.userAgent ?? null},
        ${link ? null : tx.change.actorId}::uuid)`);
  }
  const after = await findRequest(tx, request.id);
  if (!after) throw new Error(`signing request ${request.id} is gone within its own transaction`);
  return after;
};

/** Whether everybody has signed. */
export const isComplete = ({ signers }: SigningRequest): boolean =>
  signers.every(({ signature }) => signature !== null);

/** The day of the last signature of a complete request. */
export const lastSignedOn = ({ signers }: SigningRequest): string =>
  signers
    .flatMap(({ signature }) => signature?.signed_on ?? [])
    .sort()
    .at(-1) ?? '';
