/** Who has a part of a space in a period, by day; a hold that the reader may not see has no names. */
export interface Holder {
  readonly kind: 'hold' | 'sale';
  /** The space itself, or the one in it, of which it is held or sold. */
  readonly item: { readonly id: string; readonly label: string };
  readonly hold: {
    readonly id: string;
    readonly number: string;
    readonly client: string;
    readonly owner: string;
    readonly expires_at: string;
  } | null;
  /** Units by day. */
  readonly days: readonly { readonly day: string; readonly units: number }[];
}
