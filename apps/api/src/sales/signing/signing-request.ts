import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import type { signingMethods } from '@pauta/domain/sales/signing/signature.ts';
import { type SigningOrder, type SigningSide, turnsOf } from '@pauta/domain/sales/signing/signing-order.ts';
import sql, { type Sql } from 'sql-template-tag';
import { contentHash } from '../../approval/content-hash.ts';
import { canonicalJson } from '../../document/canonical-json.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { Context } from '../../resource/commands/context.ts';
import { partiesOf } from './contract-parties.ts';
import { payerOf, readSigningStates } from './signing-state.ts';

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
  /** Canonical JSON. */
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
  SELECT r.id, r.contract_id, r.content, r.hash, to_json(r.created_at) #>> '{}' AS at, r.sends_mail, r.outcome,
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

/** The newest request of a contract, which is the open one if there is one. */
export const latestRequest = (database: Queryable, contractId: string): Promise<SigningRequest | undefined> =>
  database.one<SigningRequest>(
    sql`${requestWhere(sql`r.contract_id = ${contractId}::uuid AND r.addendum_id IS NULL`)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
  );

/** The number of the contract that a content is of. */
export const numberIn = ({ content }: Pick<SigningRequest, 'content'>): string =>
  (JSON.parse(content) as { readonly contract: { readonly number: string } }).contract.number;

/** Those who may sign now: they have not signed, and everybody of the turns before theirs has. */
export const signersInTurn = ({ signers }: Pick<SigningRequest, 'signers'>): readonly Signer[] => {
  const missing = signers.filter(({ signature }) => signature === null);
  const turn = Math.min(...missing.map((one) => one.turn));
  return missing.filter((one) => one.turn === turn);
};

interface Named {
  readonly id: string;
  readonly party: SigningSide;
}

/**
 * Fixes what is to be signed: the content of a contract with its number and payer, and who signs it in which order. The
 * contract is locked.
 *
 * @param contract header and lines, with its number
 */
export const openRequest = async (
  tx: Transaction,
  contract: AnyRecord,
  { order, sendsMail }: { readonly order: SigningOrder; readonly sendsMail: boolean },
): Promise<SigningRequest> => {
  const [state] = await readSigningStates(tx, [contract.id]);
  if (!state) throw new Error(`contract ${contract.id} is gone within its own transaction`);
  const { account } = payerOf(state);
  const payer: Values = { payer_name: account.legal_name, payer_tax_id: account.tax_id };
  const content = contractContent({ ...contract, ...payer, signed_on: null }, partiesOf(state));
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO signing_requests (contract_id, content, hash, sends_mail)
    VALUES (${contract.id}::uuid, ${canonicalJson(content)}, ${contentHash(content)}, ${sendsMail}) RETURNING id`);
  const named = await tx.query<Named>(sql`
    SELECT s.id, n.party FROM named_signatories(${contract.id}::uuid, NULL) n JOIN signatories s ON s.id = n.signatory_id
    WHERE n.party IN ('company', ${state.billing_party}) ORDER BY n.party DESC, s.full_name, s.id`);
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
  if (!request) throw new Error(`what contract ${contract.id} is to be signed as was not stored`);
  return request;
};

/** The number of a contract that waits for its signatures; one that an earlier release submitted gets it now. */
export const takeContractNumber = async (
  { tx, server, isDry }: Context,
  contract: AnyRecord,
): Promise<string> =>
  (contract.number as string | null) ??
  server.engine.takeNumber(tx, {
    series: 'contract',
    company: (contract.company_id as Reference).id,
    isDryRun: isDry,
  });

/** An open request, and what is still to be written into its contract. */
export interface OpenRequest {
  readonly request: SigningRequest;
  /** Its number, if it gets it only now. */
  readonly columns: Values;
}

/**
 * The open request of a contract that waits for its signatures. A contract that an earlier release submitted gets it, and
 * its number, when it is first needed.
 */
export const requestOf = async (context: Context, contract: AnyRecord): Promise<OpenRequest> => {
  const open = await latestRequest(context.tx, contract.id);
  if (open && open.outcome === null) return { request: open, columns: {} };
  const number = await takeContractNumber(context, contract);
  const request = await openRequest(
    context.tx,
    { ...contract, number },
    { order: 'together', sendsMail: false },
  );
  return { request, columns: contract.number === null ? { number } : {} };
};
