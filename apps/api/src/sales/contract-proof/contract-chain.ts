import { createHash } from 'node:crypto';
import { signingCapacities } from '@pauta/domain/crm/signatories/signatory.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { ContentSignature, ContractContent } from '@pauta/domain/sales/contracts/contract-content.ts';
import { signingMethods } from '@pauta/domain/sales/signing/signature.ts';
import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { checkPath } from '../../public-pages/checked-papers.ts';
import { type PrintedSignature, printContract } from './print-contract.ts';

/** A stored version of a contract. */
export interface StoredVersion {
  readonly contractId: string;
  readonly companyId: string;
  readonly version: number;
  readonly label: string;
  /** Canonical JSON of a {@link ContractContent}. */
  readonly content: string;
  readonly hash: string;
  readonly prevHash: string | null;
  /** ISO instant. */
  readonly at: string;
  /** Number and id of the addendum that made it; null for the signed contract. */
  readonly addendum: { readonly id: string; readonly number: string } | null;
  /** SHA-256 of its document; null while nobody asked for it. */
  readonly documentHash: string | null;
  /** Hash of what its signers signed; null if it was not kept. */
  readonly signedHash: string | null;
}

const findWhere = (database: Queryable, condition: Sql): Promise<readonly StoredVersion[]> =>
  database.query<StoredVersion>(sql`
    SELECT v.contract_id AS "contractId", c.company_id AS "companyId", v.version, v.label, v.content, v.hash,
      v.prev_hash AS "prevHash", to_json(v.created_at) #>> '{}' AS at,
      CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'number', a.number) END AS addendum,
      d.sha256 AS "documentHash", r.hash AS "signedHash"
    FROM contract_versions v JOIN contracts c ON c.id = v.contract_id LEFT JOIN addenda a ON a.id = v.addendum_id
      LEFT JOIN contract_documents d ON d.contract_id = v.contract_id AND d.version = v.version
      LEFT JOIN signing_requests r ON coalesce(r.addendum_id, r.contract_id) = coalesce(v.addendum_id, v.contract_id)
        AND r.outcome = 'completed'
    WHERE v.contract_id = (${condition}) ORDER BY v.version`);

/** The versions of a contract, the signed one first; none while it is not signed. */
export const readChain = (database: Queryable, contractId: string): Promise<readonly StoredVersion[]> =>
  findWhere(database, sql`${contractId}::uuid`);

/**
 * The versions of the contract that has a version with this hash, or whose signers signed a content with it; none if the
 * hash is unknown.
 */
export const findChain = (database: Queryable, hash: string): Promise<readonly StoredVersion[]> =>
  findWhere(
    database,
    sql`SELECT contract_id FROM contract_versions WHERE hash = ${hash}
      UNION ALL SELECT contract_id FROM signing_requests
      WHERE hash = ${hash} AND outcome = 'completed' LIMIT 1`,
  );

/** The content of a version. */
export const contentOf = ({ content }: StoredVersion): ContractContent => JSON.parse(content);

const printed = ({ parties }: ContractContent, one: ContentSignature): PrintedSignature => ({
  name: one.typed_name ?? one.full_name,
  capacity: signingCapacities[one.capacity as keyof typeof signingCapacities] ?? '',
  party: parties[one.party]?.legal_name ?? '',
  at: one.method === 'paper' ? null : one.at,
  method:
    one.method === 'paper'
      ? `Firmó en papel el ${formatCivilDate(one.signed_on)}`
      : signingMethods[one.method],
  drawing: one.drawing,
});

const signaturesOf = (content: ContractContent): { readonly signatures?: readonly PrintedSignature[] } =>
  content.signatures === undefined
    ? {}
    : { signatures: content.signatures.map((one) => printed(content, one)) };

/** A document of a version: the bytes that are the same for everybody who asks. */
export interface ContractDocument {
  readonly sha256: string;
  readonly bytes: Buffer;
}

const findDocument = (
  database: Queryable,
  { contractId, version }: StoredVersion,
): Promise<ContractDocument | undefined> =>
  database.one<ContractDocument>(sql`
    SELECT sha256, bytes FROM contract_documents WHERE contract_id = ${contractId}::uuid AND version = ${version}`);

/**
 * The document of a version. It is made when it is first asked for, and kept: a letterhead or an address that changes
 * later does not change it. Of two that are made at the same time the first one stored is that of both; equal bytes
 * conflict in their hash too, so the conflict names no column.
 */
export const documentOf = async (app: FastifyInstance, version: StoredVersion): Promise<ContractDocument> => {
  const { database } = app;
  const known = await findDocument(database, version);
  if (known) return known;
  const address = await app.engine.publicAddress(database);
  const bytes = await printContract(
    app,
    {
      content: contentOf(version),
      hash: version.hash,
      checkUrl: address === undefined ? null : `${address}${checkPath(version.hash)}`,
      mark: null,
      at: version.at,
      ...signaturesOf(contentOf(version)),
    },
    await readLetterhead(app, [version.companyId]),
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await database.query(sql`
    INSERT INTO contract_documents (contract_id, version, sha256, bytes)
    VALUES (${version.contractId}::uuid, ${version.version}, ${sha256}, ${bytes})
    ON CONFLICT DO NOTHING`);
  const stored = await findDocument(database, version);
  if (!stored) throw new Error(`the document of ${version.label} was not stored`);
  return stored;
};
