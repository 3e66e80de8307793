import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { canonicalJson } from '../../document/canonical-json.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** A version of a contract before it has its hash. */
export interface NewVersion {
  readonly contractId: string;
  /** 0 is the signed contract. */
  readonly version: number;
  /** "CT-2026-00012 v0" */
  readonly label: string;
  readonly content: unknown;
  /** Hash of the version before it; null for the first. */
  readonly prevHash: string | null;
  /** The addendum that makes it; absent for the first. */
  readonly addendumId?: string;
}

/**
 * The hash of a version: SHA-256, in hexadecimal, of the hash of the version before it followed by its own canonical
 * content. The database checks the same.
 */
export const versionHash = (prevHash: string | null, canonical: string): string =>
  createHash('sha256')
    .update((prevHash ?? '') + canonical, 'utf8')
    .digest('hex');

/** Stores a version; it can never be changed. @returns its hash */
export const addVersion = async (tx: Transaction, version: NewVersion): Promise<string> => {
  const content = canonicalJson(version.content);
  const hash = versionHash(version.prevHash, content);
  await tx.query(sql`
    INSERT INTO contract_versions (contract_id, version, label, content, hash, prev_hash, addendum_id)
    VALUES (${version.contractId}::uuid, ${version.version}, ${version.label}, ${content}, ${hash}, ${version.prevHash},
      ${version.addendumId ?? null}::uuid)`);
  return hash;
};
