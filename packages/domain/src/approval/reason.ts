import { type CurrencyAmount, formatAmount } from '../money/currency-amount.ts';

/** Why a record needs an approval, and which permission decides it. */
export interface Reason {
  /** Identifies the kind of reason: `discount_over_limit`. */
  readonly code: string;
  /** In Spanish, with the numbers it is about: "Descuento de 22 %; su rol da hasta 15 %." */
  readonly text: string;
  /** Its effect as an amount, where it can be expressed as one. */
  readonly effect: CurrencyAmount | null;
  /** The permission that decides this reason. */
  readonly permission: string;
}

/**
 * A function of a definition that returns the reasons why a record needs an approval; none when it needs none. It is
 * pure, so that the form shows the same reasons as the server.
 *
 * @example (quote, { discountPct }) => quote.discount_pct > discountPct ? [{ code: 'discount', … }] : []
 */
export type NeedsApproval<Body, Limits> = (body: Body, limits: Limits) => readonly Reason[];

/** A reason with its effect, formatted for display. */
export const formatReason = ({ text, effect }: Pick<Reason, 'text' | 'effect'>): string =>
  effect === null ? text : `${text} (${formatAmount(effect)})`;
