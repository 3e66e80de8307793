import { isZero } from './arithmetic.ts';
import { formatMoney } from './format-money.ts';

/** One amount in one currency, as exact text. */
export interface CurrencyAmount {
  readonly currency: string;
  readonly amount: string;
}

/** @example formatAmount({ currency: 'DOP', amount: '1234.50' }) // 'RD$1,234.50' */
export const formatAmount = ({ currency, amount }: CurrencyAmount): string =>
  formatMoney(amount, currency, 2);

/** A difference of money with its sign; zero has none. @example signedAmount('250.00', 'DOP') // '+RD$250.00' */
export const signedAmount = (amount: string, currency: string): string =>
  `${amount.startsWith('-') || isZero(amount) ? '' : '+'}${formatAmount({ amount, currency })}`;
