import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { type CurrencyAmount, formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { BoardGoal, BoardPipeline, BoardSales } from '@pauta/domain/presales/board.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';

/** The clients that the board is restricted to, by ids of a category and a locality. */
export interface ClientFilter {
  readonly category?: string;
  readonly locality?: string;
}

/** The clients that a command applies to: given ones, or all of a seller that match a search and the filter. */
export type ClientChoice =
  | { readonly ids: readonly string[] }
  | ({ readonly from_user_id: string; readonly q?: string } & ClientFilter);

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

/** Sales before and after the draft. @example formatSales(sales) // 'RD$4,250.00 → RD$4,100.00' */
export const formatSales = (sales: readonly BoardSales[]): string => {
  const now = formatAmounts(sales);
  const after = formatAmounts(sales.map(({ currency, after: amount }) => ({ currency, amount })));
  return now === after ? now : `${now} → ${after}`;
};

/** @example formatPipeline(pipeline) // 'RD$1,720.00, ponderado RD$860.00' */
export const formatPipeline = (pipeline: readonly BoardPipeline[]): string =>
  pipeline.length === 0
    ? '—'
    : pipeline
        .map(
          ({ currency, amount, weighted }) =>
            `${formatAmount({ currency, amount })}, ponderado ${formatAmount({ currency, amount: weighted })}`,
        )
        .join(' · ');

/** The largest client in the sales of a seller. @example formatTop(sales) // 'Ferretería Ñandú, 44.5 %' */
export const formatTop = (sales: readonly BoardSales[]): string => {
  const known = sales.flatMap(({ currency, top }) => (top === null ? [] : [{ currency, ...top }]));
  return known.length === 0
    ? '—'
    : known
        .map(
          ({ client, share, currency }) =>
            `${client}, ${share} %${known.length > 1 ? ` en ${currency}` : ''}`,
        )
        .join(' · ');
};

/** @example countDisputes(2) // '2 disputas abiertas' */
export const countDisputes = (count: number): string =>
  count === 1 ? '1 disputa abierta' : `${formatCount(count)} disputas abiertas`;

/** Data type of a drag: ids of clients as JSON. */
export const dragType = 'application/x-pauta-clients';
