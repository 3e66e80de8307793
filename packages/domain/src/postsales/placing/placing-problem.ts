import type { LinePreferences } from '../quotas/preferences.ts';
import type { Separation } from '../traffic/traffic-day.ts';

/** A space on a day, with the capacity that is neither held nor sold. */
export interface PlacingRoom {
  readonly item: string;
  readonly day: string;
  readonly free: number;
}

/** What is ordered in a break already, and stays there. */
export interface PlacedNeighbour {
  /** Id of its client. */
  readonly client: string;
  /** Industry of the client, and those that contain it. */
  readonly industries: readonly string[];
  /** The place in the break that it is to have; others cannot have it as well. */
  readonly place?: 'first' | 'last' | null;
}

/** A break of a station on a day. */
export interface PlacingBreak {
  readonly day: string;
  /** `HH:MM` */
  readonly airs_at: string;
  readonly name: string;
  /** Id; absent or null: outside of a programme. */
  readonly program_id?: string | null;
  /** Places in `rooms`: its own space, then those around it from the inside out. Empty: it takes nothing. */
  readonly rooms: readonly number[];
  /** Articles that it admits; empty: all. */
  readonly articles: readonly string[];
  /** Its usual article. */
  readonly article_id: string | null;
  readonly spots: readonly PlacedNeighbour[];
}

/** Units of a line that are booked in a space on a day. */
export interface PlacingCell {
  /** Place in `rooms` of the space in which they are booked; of a line that is `carried`, may be booked. */
  readonly room: number;
  readonly units: number;
}

/** A material with which a line is aired. */
export interface PlacingMaterial {
  readonly id: string;
  /** Last day of its rights; null: without end. */
  readonly until: string | null;
}

/** What is to be placed of one order line, or one placement that has a day and no break yet. */
export interface PlacingLine {
  readonly quota: string;
  /** Id of a placement that has its day; absent: new placements of the quota. */
  readonly placement?: string;
  readonly client: string;
  readonly industries: readonly string[];
  /** Null: that of the break. */
  readonly article_id: string | null;
  /** Seconds of capacity of one unit; where spots are counted, spots. */
  readonly taken: number;
  /** Smaller comes first. */
  readonly priority: number;
  readonly units: number;
  readonly cells: readonly PlacingCell[];
  readonly flight: { readonly from: string; readonly to: string };
  /** Empty: it has none yet, and any day will do. */
  readonly materials: readonly PlacingMaterial[];
  /** How it is wanted; hours that it does not say are those of the problem. */
  readonly wanted?: LinePreferences | null;
  /**
   * Units that are booked on days that are over, the earliest first: each of them takes the capacity of its new day, as
   * nothing is booked for it there.
   */
  readonly carried?: readonly { readonly item: string; readonly day: string; readonly units: number }[];
}

/** Spots of a station and a period that are to be placed, and where there is room. */
export interface PlacingProblem {
  readonly separation: Separation;
  /** Hours between which spots are preferred of lines without hours of their own, `HH:MM`; null: none. */
  readonly preferred: { readonly from: string; readonly to: string } | null;
  readonly rooms: readonly PlacingRoom[];
  /** In the order of day and time. */
  readonly breaks: readonly PlacingBreak[];
  readonly lines: readonly PlacingLine[];
}

/** One unit in a break: places in `lines`, in the cells of the line, and in `breaks`. */
export interface PlacedUnit {
  readonly line: number;
  readonly cell: number;
  readonly at: number;
}

/** How good a plan is. Compared from the first to the last. */
export interface PlacingScore {
  /** Placed units of each priority, the first one first. */
  readonly placed: readonly number[];
  /** Wishes for days, hours, programmes and places in breaks that are fulfilled, of all units together. */
  readonly preferred: number;
  /** Sum of the squares of the units of each line on each day and at each hour: smaller is more even. */
  readonly unevenness: number;
}
