import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';
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

/** Data type of a drag: ids of clients as JSON. */
export const dragType = 'application/x-pauta-clients';
