import { useApiQuery } from '@pauta/core/react';
import type { ContractTerms } from '@pauta/domain/sales/contracts/contract-content.ts';
import type { TextValues } from '@pauta/domain/sales/contracts/texts/fill-text.ts';

/** The answer of `GET /contracts/{id}/terms`. */
export interface TermsAnswer {
  /** They were sent to be signed, and do not change any more. */
  readonly is_fixed: boolean;
  /** Null without any. */
  readonly terms: ContractTerms | null;
  /** What the fields of any text are filled with in this contract. */
  readonly values: TextValues;
}

/** The terms of a contract; asks for nothing without an id. */
export const useTerms = (contractId: string | null) =>
  useApiQuery<{ readonly data: TermsAnswer }>(contractId === null ? null : `/contracts/${contractId}/terms`, {
    keepPreviousData: true,
  });
