import { formatField } from '@pauta/domain/kinds/kind.ts';
import { money } from '@pauta/domain/kinds/number.ts';

/** One amount in one currency, as exact text. */
export interface CurrencyAmount {
  readonly currency: string;
  readonly amount: string;
}

/** What a transfer would do, as `POST /account-transfers/preview` answers it. */
export interface TransferPreview {
  readonly parts: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly frozen: number;
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

const amount = money('Monto', { currency: 'currency' });

/** @example formatAmount({ currency: 'DOP', amount: '1234.50' }) // 'RD$1,234.50' */
export const formatAmount = (one: CurrencyAmount): string => formatField(amount, one.amount, { ...one });
