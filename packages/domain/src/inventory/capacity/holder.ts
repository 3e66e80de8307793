/**
 * Who has a part of a space in a period, or waits for it. What the reader may not see has no names: then a hold is only
 * held, and a sale only sold.
 */
export interface Holder {
  /** `queue`: a hold that waits until there is room for it; `offer`: a quote that offers it and holds nothing. */
  readonly kind: 'hold' | 'sale' | 'queue' | 'offer';
  /** The space itself, or the one in it or around it, of which it is held or sold. */
  readonly item: { readonly id: string; readonly label: string };
  readonly hold: {
    readonly id: string;
    readonly number: string;
    readonly client: string;
    readonly owner: string;
    /** ISO 8601; null for one that waits. */
    readonly expires_at: string | null;
  } | null;
  readonly contract: { readonly id: string; readonly number: string; readonly client: string } | null;
  readonly quote: {
    readonly id: string;
    readonly number: string;
    readonly client: string;
    /** Last day on which it may be accepted, `YYYY-MM-DD`. */
    readonly valid_until: string | null;
  } | null;
  /** Place among the holds of the same days: 1 is the first option. Null for a sale and an offer. */
  readonly rank: number | null;
  /** Units by day. */
  readonly days: readonly { readonly day: string; readonly units: number }[];
}
