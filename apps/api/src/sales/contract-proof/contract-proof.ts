import { createHash } from 'node:crypto';
import {
  type ContractProof,
  checkProof,
  type ProofCheck,
} from '@pauta/domain/sales/contracts/contract-proof.ts';
import type { FastifyInstance } from 'fastify';
import { canonicalJson } from '../../document/canonical-json.ts';
import { contentOf, documentOf, type StoredVersion } from './contract-chain.ts';

/** SHA-256 in hexadecimal. */
export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Checks the text of an exported proof. */
export const checkProofText = (text: string): Promise<ProofCheck> =>
  checkProof(text, async (bytes) => sha256(bytes));

/** The number of a contract, as its signed content says it. */
export const numberOf = ([first]: readonly StoredVersion[]): string =>
  first === undefined ? '' : String(contentOf(first).contract.number);

/** The text of the proof of stored versions. */
const proofText = (chain: readonly StoredVersion[]): string => {
  const proof: Omit<ContractProof, 'checksum'> = {
    format: 'pauta-contract-proof/1',
    contract: numberOf(chain),
    versions: chain.map(({ version, addendum, at, content, hash, prevHash, documentHash }) => ({
      version,
      addendum: addendum?.number ?? null,
      created_at: at,
      content,
      hash,
      prev_hash: prevHash,
      document_sha256: documentHash,
    })),
  };
  return canonicalJson({ ...proof, checksum: sha256(canonicalJson(proof)) });
};

/** Recomputes the hashes of stored versions. */
export const checkChain = (chain: readonly StoredVersion[]): Promise<ProofCheck> =>
  checkProofText(proofText(chain));

/** The proof of a contract as a file. Documents that nobody asked for are made, so that it proves each of them. */
export const exportProof = async (app: FastifyInstance, chain: readonly StoredVersion[]): Promise<string> => {
  const proved: StoredVersion[] = [];
  for (const version of chain)
    proved.push({ ...version, documentHash: (await documentOf(app, version)).sha256 });
  return proofText(proved);
};
