import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isLinkToken } from '../../public-pages/link-token.ts';
import { findRequest, type Signer, type SigningRequest, signersInTurn } from '../signing/signing-request.ts';

/** A room as its signer finds it. */
export interface SigningRoom {
  readonly linkId: string;
  /** Address to which the code goes. */
  readonly email: string;
  readonly companyId: string;
  /** A code was mailed and is still good. */
  readonly hasCode: boolean;
  /** Name of the seller, whom the signer can ask. */
  readonly seller: string;
  readonly request: SigningRequest;
  readonly signer: Signer;
  /** Whether the signer can sign now. */
  readonly isOpen: boolean;
}

interface RoomRow {
  readonly linkId: string;
  readonly email: string;
  readonly companyId: string;
  readonly hasCode: boolean;
  readonly seller: string;
  readonly requestId: string;
  readonly signerId: string;
}

/**
 * The room that a token opens; undefined if the token is unknown, or its link was closed or is past its last day. That the
 * request was completed or withdrawn does not close it: the page says so.
 */
export const findSigningRoom = async (
  database: Queryable,
  token: string,
): Promise<SigningRoom | undefined> => {
  if (!isLinkToken(token)) return undefined;
  const row = await database.one<RoomRow>(sql`
    SELECT k.id AS "linkId", k.email, c.company_id AS "companyId", coalesce(k.code_until > now(), false) AS "hasCode",
      u.full_name AS seller, k.request_id AS "requestId", k.signer_id AS "signerId"
    FROM signing_links k JOIN signing_requests r ON r.id = k.request_id JOIN contracts c ON c.id = r.contract_id
      JOIN users u ON u.id = c.owner_id
    WHERE k.token_hash = ${tokenHash(token)} AND k.closed_at IS NULL AND k.expires_on >= business_date()
      AND c.archived_at IS NULL`);
  if (!row) return undefined;
  const { requestId, signerId, ...room } = row;
  const request = await findRequest(database, requestId);
  const signer = request?.signers.find(({ id }) => id === signerId);
  if (!request || !signer) return undefined;
  return {
    ...room,
    request,
    signer,
    isOpen: request.outcome === null && signersInTurn(request).includes(signer),
  };
};
