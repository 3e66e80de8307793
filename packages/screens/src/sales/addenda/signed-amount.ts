import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';

/** A difference of money with its sign; zero has none. */
export const signedAmount = (amount: string, currency: string): string =>
  `${amount.startsWith('-') || isZero(amount) ? '' : '+'}${formatAmount({ amount, currency })}`;
