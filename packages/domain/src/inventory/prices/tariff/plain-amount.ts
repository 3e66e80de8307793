import { formatMoney } from '../../../money/format-money.ts';
import { minorDigits } from '../../../money/minor-unit.ts';

const decimalsOf = (amount: string, currency: string): number =>
  Math.max(minorDigits(currency), /\.(\d*?)0*$/.exec(amount)?.[1]?.length ?? 0);

/**
 * A price with the decimals of its currency, and more only where it has more.
 *
 * @example plainAmount('1500.000000', 'DOP') // 'RD$1,500.00'
 */
export const plainAmount = (amount: string, currency: string): string =>
  formatMoney(amount, currency, decimalsOf(amount, currency));

/** The same without the sign of the currency. @example plainDigits('0.125000', 'DOP') // '0.125' */
export const plainDigits = (amount: string, currency: string): string =>
  formatMoney(amount, '', decimalsOf(amount, currency));
