import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';

/** The preview of a transfer, as `POST /account-transfers/preview` returns it. */
export interface TransferPreview {
  readonly parts: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly frozen: number;
    /** What its open records are worth. */
    readonly worth: readonly CurrencyAmount[];
  }[];
  readonly total: number;
  readonly amounts: readonly CurrencyAmount[];
  readonly receiver: {
    readonly clients: number;
    readonly clients_after: number;
    readonly share: number;
    readonly share_after: number;
  };
  readonly warnings: readonly string[];
}
