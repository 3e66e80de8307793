import type { Reference } from '../../kinds/reference.ts';

/** What fits instead of a hold that was refused. */
export interface Alternative {
  /**
   * `days`: the same space on other days; `neighbour`: another space of its station on the same days; `near`: an outdoor
   * face within two kilometres on the same days.
   */
  readonly kind: 'days' | 'neighbour' | 'near';
  /** The other space; null for the same one. */
  readonly item: Reference | null;
  /** Kilometres to the other face; null if it is none. */
  readonly km: number | null;
  /** `YYYY-MM-DD` */
  readonly flight: { readonly from: string; readonly to: string };
  /** ISO weekdays. */
  readonly days: readonly string[];
  /** By how many days the flight was moved; negative: earlier. */
  readonly moved: number;
}
