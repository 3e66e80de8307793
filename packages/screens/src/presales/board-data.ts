import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { BoardGoal } from '@pauta/domain/presales/board.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** The clients that a command applies to: given ones, or all of a seller that match a search. */
export type ClientChoice =
  | { readonly ids: readonly string[] }
  | { readonly from_user_id: string; readonly q?: string };

/** @example countClients(1) // '1 cliente' */
export const countClients = (count: number): string =>
  count === 1 ? '1 cliente' : `${formatCount(count)} clientes`;

/** @example countMoves(2) // '2 movimientos' */
export const countMoves = (count: number): string =>
  count === 1 ? '1 movimiento' : `${formatCount(count)} movimientos`;

/** Amounts in sequence; a dash if there are none. */
export const formatAmounts = (amounts: readonly CurrencyAmount[]): string =>
  amounts.length === 0 ? '—' : amounts.map(formatAmount).join(' · ');

/** A goal and the part of it that was reached. @example formatGoal(goal) // 'RD$1,000.00, 25.0 %' */
export const formatGoal = ({ currency, target, reached }: BoardGoal): string => {
  const amount = formatAmount({ currency, amount: target });
  return reached === null || isZero(target)
    ? amount
    : `${amount}, ${divide(multiply(reached, '100'), target, 1)} %`;
};

/** Data type of a drag: ids of clients as JSON. */
export const dragType = 'application/x-pauta-clients';
