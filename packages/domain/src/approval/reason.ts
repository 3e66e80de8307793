import { type CurrencyAmount, formatAmount } from '../money/currency-amount.ts';

/** Why something needs the approval of somebody else, and of whom. */
export interface Reason {
  /** Tells reasons of one kind apart: `discount_over_limit`. */
  readonly code: string;
  /** In Spanish, with the numbers it is about: "Descuento de 22 %; su rol da hasta 15 %." */
  readonly text: string;
  /** What it means in money, if it can be said. */
  readonly effect: CurrencyAmount | null;
  /** Whoever holds it may decide this reason. */
  readonly permission: string;
}

/**
 * What a definition says of its approval: the reasons why a record as it is needs one; none when it needs none. A pure
 * function, so that the form shows the same reasons the server acts on.
 *
 * @example (quote, { discountPct }) => quote.discount_pct > discountPct ? [{ code: 'discount', … }] : []
 */
export type NeedsApproval<Body, Limits> = (body: Body, limits: Limits) => readonly Reason[];

/** A reason with its effect, for a person. */
export const sayReason = ({ text, effect }: Pick<Reason, 'text' | 'effect'>): string =>
  effect === null ? text : `${text} (${formatAmount(effect)})`;
