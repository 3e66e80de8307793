import { formatField } from '../kinds/kind.ts';
import { money } from '../kinds/number.ts';

/** One amount in one currency, as exact text. */
export interface CurrencyAmount {
  readonly currency: string;
  readonly amount: string;
}

const amount = money('Monto', { currency: 'currency' });

/** @example formatAmount({ currency: 'DOP', amount: '1234.50' }) // 'RD$1,234.50' */
export const formatAmount = (one: CurrencyAmount): string => formatField(amount, one.amount, { ...one });
