import type { Reference } from '../../kinds/reference.ts';
import type { LinePreferences } from '../quotas/preferences.ts';

/** What is to be aired, placed in a break or not: what its distance from others depends on. */
export interface TrafficUnit {
  readonly description: string;
  readonly client: Reference;
  /** Industry of the client, and those that contain it. */
  readonly industries: readonly string[];
  /** Null: that of its space. */
  readonly article_id: string | null;
  /** Seconds of capacity that it takes in a break; where spots are counted, spots. */
  readonly taken: number;
  readonly duration_sec: number | null;
  /** How its line is wanted; absent or null: anyhow. */
  readonly wanted?: LinePreferences | null;
}

/** A placement on the day of a station. */
export interface TrafficSpot extends TrafficUnit {
  readonly id: string;
  readonly row_version: number;
  readonly quota_id: string;
  readonly order_line_id: string;
  readonly contract: Reference;
  /** Name of its space; its break, where it is in one. */
  readonly space: string;
  readonly status: string;
  /** Days of a placement that lasts longer than this one. */
  readonly starts_on: string;
  readonly ends_on: string;
  readonly units: number;
  /** Null: not ordered yet; it comes after those that are. */
  readonly position: string | null;
  readonly pinned: boolean;
  readonly locked: boolean;
  readonly separation_reason: string | null;
  readonly makegood_of_id: string | null;
  /** What it is aired with: approved material, material that is not approved, or none. */
  readonly material: 'approved' | 'pending' | 'none';
}

/** What an institution airs by law, in a break of a day. */
export interface OfficialSpot {
  readonly institution: string;
  readonly title: string;
  readonly duration_sec: number;
}

/** A break of a station on a day. */
export interface TrafficBreak {
  readonly id: string;
  readonly name: string;
  /** `HH:MM` */
  readonly airs_at: string;
  readonly program: string | null;
  readonly program_id?: string | null;
  readonly unit: string;
  readonly capacity: number;
  /** Held or sold, placed or not. */
  readonly taken: number;
  /** Articles that it admits; empty: all. */
  readonly articles: readonly string[];
  /** Its usual article: what is sold without one is of it. */
  readonly article_id: string | null;
  /** Why it has another capacity than usual on the day; null: it has the usual one. */
  readonly special: string | null;
  /** Official time, which is not part of the capacity that is left. */
  readonly official: readonly OfficialSpot[];
  /** In the order in which they are aired. */
  readonly spots: readonly TrafficSpot[];
}

/** Contracted units of a running contract that can be placed in a break of the day. */
export interface TrafficQuota extends TrafficUnit {
  readonly quota_id: string;
  readonly contract: Reference;
  readonly space: string;
  readonly flight: { readonly from: string; readonly to: string };
  readonly unplaced: number;
}

/** Minutes that are kept between spots on one station. */
export interface Separation {
  /** Of one client. */
  readonly client: number;
  /** Of clients whose industries compete. */
  readonly industry: number;
}

/** A station's day, as `GET /api/placements/day` answers it. */
export interface TrafficDay {
  /** Stations that have breaks. */
  readonly stations: readonly Reference[];
  readonly station: Reference | null;
  readonly day: string;
  readonly separation: Separation;
  /** In the order of their time. */
  readonly breaks: readonly TrafficBreak[];
  /** What the day has on the station outside of a break: in a programme or a daypart. */
  readonly loose: readonly TrafficSpot[];
  readonly unplaced: readonly TrafficQuota[];
}

/** States of a placement that takes its place in a break. */
export const isOnAir = ({ status }: Pick<TrafficSpot, 'status'>): boolean =>
  ['scheduled', 'confirmed', 'aired'].includes(status);
