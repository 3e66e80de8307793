import type { Bucket } from './buckets.ts';
import { type CapacityRule, capacityOn } from './cells.ts';

/**
 * What is taken of a space in a bucket in which something is or was taken of it, or of a space that contains it:
 * `[at, capacity, held, booked, free, full]`.
 *
 * - `at`: place of the bucket in the period, from 0
 * - `capacity`: of a day, its capacity with approved sales above it, null where only a space that contains it is taken;
 *   of a longer bucket, only the approved sales above the capacity
 * - `free`: of a day, free in it and in every space that contains it, as far as something is taken of them; of a longer
 *   bucket, the least of its days on which the space is sold, null if those are none
 * - `full`: of a longer bucket, the days on which nothing is left
 */
export type TakenBucket = readonly [
  at: number,
  capacity: number | null,
  held: number,
  booked: number,
  free: number | null,
  full?: number,
];

/** What else is known of a space in a bucket: `[at, queued holds, quotes that offer it, overridden days]`. */
export type MarkedBucket = readonly [at: number, queued: number, offers: number, overridden: number];

/** A space with what is taken of it in a period, as `GET /api/availability` answers it. */
export interface AvailabilityRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly platform: string;
  readonly company: string;
  readonly subdivision: string;
  readonly parent_id: string | null;
  readonly capacity_unit: string;
  /** What can be sold of it, and of each space that contains it. */
  readonly limits: readonly CapacityRule[];
  readonly taken: readonly TakenBucket[];
  readonly marks: readonly MarkedBucket[];
}

/** The state of a space in a bucket. */
export interface SpaceCell {
  /** Of all of its days; 0 if it is not sold on any of them. */
  readonly capacity: number;
  readonly held: number;
  readonly booked: number;
  /** What can still be held or booked on each of its days. */
  readonly free: number;
  /** Days on which it is sold. */
  readonly days: number;
  /** Of those, the ones on which nothing is left. */
  readonly full: number;
  readonly queued: number;
  readonly offers: number;
  /** Days on which more than the capacity was approved, of it or of a space that contains it. */
  readonly overridden: number;
}

/** What the limits of a space say of a bucket, before anything is taken. */
interface Limit {
  readonly capacity: number;
  readonly least: number;
  readonly days: number;
}

const limitOf = (limits: readonly CapacityRule[], { days }: Bucket): Limit => {
  let [capacity, least, sold] = [0, Number.POSITIVE_INFINITY, 0];
  for (const { day, weekday } of days) {
    const own = limits[0] ? capacityOn(limits[0], day, weekday) : 0;
    const free = Math.min(own, ...limits.slice(1).map((limit) => capacityOn(limit, day, weekday)));
    // On a day on which a space around it is closed, nothing of it is sold.
    if (free === 0) continue;
    capacity += own;
    least = Math.min(least, free);
    sold += 1;
  }
  return { capacity, least: sold === 0 ? 0 : least, days: sold };
};

/** The limits of spaces, by the buckets of a period: many spaces have the same. */
const known = new WeakMap<readonly Bucket[], Map<string, readonly Limit[]>>();

const limitsIn = (limits: readonly CapacityRule[], buckets: readonly Bucket[]): readonly Limit[] => {
  let ofBuckets = known.get(buckets);
  if (!ofBuckets) {
    ofBuckets = new Map();
    known.set(buckets, ofBuckets);
  }
  const key = JSON.stringify(limits);
  let found = ofBuckets.get(key);
  if (!found) {
    found = buckets.map((bucket) => limitOf(limits, bucket));
    ofBuckets.set(key, found);
  }
  return found;
};

const untaken = { held: 0, booked: 0, full: 0, queued: 0, offers: 0, overridden: 0 };

/**
 * The state of a space in each bucket of the period.
 *
 * @param buckets those of the answer; the same array for all of its rows
 * @example cellsOfSpace(row, bucketsOf('2026-12-01', '2026-12-31', 'day'))[0]?.free // 180
 */
export const cellsOfSpace = (
  { limits, taken, marks }: Pick<AvailabilityRow, 'limits' | 'taken' | 'marks'>,
  buckets: readonly Bucket[],
): SpaceCell[] => {
  const cells: SpaceCell[] = limitsIn(limits, buckets).map(({ capacity, least, days }) => ({
    ...untaken,
    capacity,
    days,
    free: least,
  }));
  for (const [at, queued, offers, overridden] of marks) {
    const cell = cells[at];
    if (cell) cells[at] = { ...cell, queued, offers, overridden };
  }
  for (const [at, capacity, held, booked, free, full] of taken) {
    const cell = cells[at];
    if (!cell) continue;
    const isRaised = cell.overridden > 0;
    if (full === undefined) {
      // A day that the limits close, and on which nothing is taken, is closed.
      const isClosed = cell.days === 0 && !isRaised && held + booked === 0;
      const own = isClosed ? 0 : (capacity ?? cell.capacity);
      const left = Math.max(0, own === 0 ? 0 : isRaised ? (free ?? 0) : Math.min(free ?? 0, cell.free));
      const days = own === 0 ? 0 : 1;
      cells[at] = {
        ...cell,
        ...{ capacity: own, held, booked, free: left, days, full: days === 1 && left === 0 ? 1 : 0 },
      };
    } else {
      // Approved sales above a capacity raise what is free above the limits.
      const isAll = isRaised && cell.overridden >= cell.days;
      const left = isAll ? (free ?? cell.free) : Math.min(free ?? cell.free, cell.free);
      cells[at] = {
        ...cell,
        ...{ capacity: cell.capacity + (capacity ?? 0), held, booked, free: Math.max(0, left), full },
      };
    }
  }
  return cells;
};

/**
 * How much of some spaces is taken in each bucket, from 0 to 1: the mean of the spaces that are sold in it, because units
 * of several kinds do not add up. Null where none is sold.
 *
 * @example sharesTaken(rows, buckets)[0] // 0.35
 */
export const sharesTaken = (
  rows: readonly Pick<AvailabilityRow, 'limits' | 'taken'>[],
  buckets: readonly Bucket[],
): (number | null)[] => {
  const [counts, sums] = [buckets.map(() => 0), buckets.map(() => 0)];
  for (const { limits, taken } of rows) {
    const usual = limitsIn(limits, buckets);
    for (const [at, { days }] of usual.entries()) if (days > 0) counts[at] = (counts[at] ?? 0) + 1;
    for (const [at, own, held, booked, , full] of taken) {
      const limit = usual[at];
      const capacity = full === undefined ? (own ?? 0) : (limit?.capacity ?? 0) + (own ?? 0);
      if (limit && limit.days > 0 && capacity > 0)
        sums[at] = (sums[at] ?? 0) + Math.min(1, (held + booked) / capacity);
    }
  }
  return counts.map((count, at) => (count === 0 ? null : (sums[at] ?? 0) / count));
};
