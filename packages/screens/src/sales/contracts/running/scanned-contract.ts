import type { contractStates } from '@pauta/domain/sales/contracts/contract.ts';
import type { ScannedContract } from '@pauta/domain/sales/contracts/running/match-scans.ts';

/** An imported contract that takes scans, as `GET /contracts/scans` answers it. */
export interface ImportedContract extends ScannedContract {
  readonly name: string;
  readonly client: string;
  readonly company: string;
  readonly status: keyof typeof contractStates;
  /** Whether it has its signed scan; a further one becomes a document of it. */
  readonly has_scan: boolean;
  /** SHA-256 of the files that it has, in hexadecimal. */
  readonly hashes: readonly string[];
}

/** @example contractLabel(contract) // 'CT-2023-118 · ACME · Canal 9' */
export const contractLabel = ({ former_number, client, company }: ImportedContract): string =>
  [former_number, client, company].join(' · ');
