import type { SignedContent } from '@pauta/domain/sales/addenda/signed-content.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { ContentSignature } from '@pauta/domain/sales/contracts/contract-content.ts';
import type { signingMethods } from '@pauta/domain/sales/signing/signature.ts';
import { type SigningOrder, type SigningSide, turnsOf } from '@pauta/domain/sales/signing/signing-order.ts';
import sql, { type Sql } from 'sql-template-tag';
import { contentHash } from '../../approval/content-hash.ts';
import { canonicalJson } from '../../document/canonical-json.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** The tables of signing, of which the log names the contract. */
export const signingTables = {
  signing_requests: contracts.name,
  signing_links: contracts.name,
  signatures: contracts.name,
} as const;

/** A signature as it was given. */
export interface GivenSignature {
  readonly method: keyof typeof signingMethods;
  /** Civil day. */
  readonly signed_on: string;
  /** ISO instant at which it was registered. */
  readonly at: string;
  readonly typed_name: string | null;
  readonly drawing: string | null;
  readonly document_hash: string | null;
}

/** Somebody who is asked to sign. */
export interface Signer {
  readonly id: string;
  readonly party: SigningSide;
  readonly full_name: string;
  readonly national_id: string;
  readonly capacity: string;
  readonly email: string | null;
  readonly turn: number;
  readonly signature: GivenSignature | null;
}

/** What signers are asked to sign. */
export interface SigningRequest {
  readonly id: string;
  readonly contract_id: string;
  /** The addendum to be signed; null: the contract itself. */
  readonly addendum_id: string | null;
  /** Canonical JSON of a `SignedContent`. */
  readonly content: string;
  readonly hash: string;
  /** ISO instant. */
  readonly at: string;
  readonly sends_mail: boolean;
  readonly outcome: 'completed' | 'refused' | 'withdrawn' | null;
  /** SHA-256 of the document that signers read; null until it is first asked for. */
  readonly document_hash: string | null;
  /** In the order of their turns. */
  readonly signers: readonly Signer[];
}

const requestWhere = (condition: Sql): Sql => sql`
  SELECT r.id, r.contract_id, r.addendum_id, r.content, r.hash, to_json(r.created_at) #>> '{}' AS at, r.sends_mail, r.outcome,
    r.document_hash,
    (SELECT json_agg(json_build_object('id', s.id, 'party', s.party, 'full_name', s.full_name,
        'national_id', s.national_id, 'capacity', s.capacity, 'email', s.email, 'turn', s.turn,
        'signature', CASE WHEN g.signer_id IS NOT NULL THEN json_build_object('method', g.method,
          'signed_on', g.signed_on, 'at', g.created_at, 'typed_name', g.typed_name, 'drawing', g.drawing,
          'document_hash', g.document_hash) END) ORDER BY s.turn, s.party DESC, s.full_name, s.id)
      FROM signers s LEFT JOIN signatures g ON g.signer_id = s.id WHERE s.request_id = r.id) AS signers
  FROM signing_requests r WHERE ${condition}`;

/** The request of an id; undefined if there is none. */
export const findRequest = (database: Queryable, id: string): Promise<SigningRequest | undefined> =>
  database.one<SigningRequest>(requestWhere(sql`r.id = ${id}::uuid`));

/** The newest request of a contract or an addendum, which is the open one if there is one. */
export const latestRequest = (database: Queryable, documentId: string): Promise<SigningRequest | undefined> =>
  database.one<SigningRequest>(
    sql`${requestWhere(sql`coalesce(r.addendum_id, r.contract_id) = ${documentId}::uuid`)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
  );

/** What a request asks people to sign. */
export const contentToSign = ({ content }: Pick<SigningRequest, 'content'>): SignedContent =>
  JSON.parse(content) as SignedContent;

/** Those who may sign now: they have not signed, and everybody of the turns before theirs has. */
export const signersInTurn = ({ signers }: Pick<SigningRequest, 'signers'>): readonly Signer[] => {
  const missing = signers.filter(({ signature }) => signature === null);
  const turn = Math.min(...missing.map((one) => one.turn));
  return missing.filter((one) => one.turn === turn);
};

/** The signatures of a request, as the content of a version states them. */
export const statedSignatures = ({ signers }: Pick<SigningRequest, 'signers'>): readonly ContentSignature[] =>
  signers.flatMap(({ party, full_name, national_id, capacity, signature }) =>
    signature ? [{ party, full_name, national_id, capacity, ...signature }] : [],
  );

interface Named {
  readonly id: string;
  readonly party: SigningSide;
}

/** A contract or an addendum to be signed. */
export interface DocumentToSign {
  readonly contractId: string;
  readonly addendumId: string | null;
  readonly billingParty: 'client' | 'agency';
  readonly content: SignedContent;
}

/** Fixes what is to be signed, and who signs it in which order. The document is locked. */
export const openRequest = async (
  tx: Transaction,
  { contractId, addendumId, billingParty, content }: DocumentToSign,
  { order, sendsMail }: { readonly order: SigningOrder; readonly sendsMail: boolean },
): Promise<SigningRequest> => {
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO signing_requests (contract_id, addendum_id, content, hash, sends_mail)
    VALUES (${contractId}::uuid, ${addendumId}::uuid, ${canonicalJson(content)}, ${contentHash(content)}, ${sendsMail})
    RETURNING id`);
  const named = await tx.query<Named>(sql`
    SELECT s.id, n.party FROM named_signatories(${contractId}::uuid, ${addendumId}::uuid) n
      JOIN signatories s ON s.id = n.signatory_id
    WHERE n.party IN ('company', ${billingParty}) ORDER BY n.party DESC, s.full_name, s.id`);
  const turns = turnsOf(
    order,
    named.map(({ party }) => party),
  );
  await tx.query(sql`
    INSERT INTO signers (request_id, signatory_id, party, full_name, national_id, capacity, email, turn)
    SELECT ${made?.id}::uuid, s.id, n.party, s.full_name, s.national_id, s.capacity, s.email, n.turn
    FROM unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ party }) => party)}::text[], ${turns}::integer[])
      AS n (id, party, turn) JOIN signatories s ON s.id = n.id`);
  const request = await findRequest(tx, made?.id ?? '');
  if (!request) throw new Error(`what contract ${contractId} is to be signed as was not stored`);
  return request;
};

/** Ends a request that everybody has signed. */
export const completeRequest = (tx: Transaction, { id }: SigningRequest): Promise<unknown> =>
  tx.query(sql`UPDATE signing_requests SET outcome = 'completed', closed_at = now() WHERE id = ${id}::uuid`);
