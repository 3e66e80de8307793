import type { Bucket } from './buckets.ts';
import { type CapacityRule, capacityOn } from './cells.ts';

/**
 * What is taken of a space in a bucket in which something is or was taken of it. Of a day: `[at, capacity, held, booked]`;
 * of a longer bucket `[at, extra, held, booked, free, full]`, also where only a space that contains it is taken.
 *
 * - `at`: place of the bucket in the period, from 0
 * - `capacity`: with approved sales above it
 * - `extra`: only the approved sales above the capacity
 * - `free`: the least that is free in it and in every space that contains it, of its days of sale on which something is
 *   taken; null if those are none
 * - `full`: its days of sale on which nothing is left
 */
export type TakenBucket =
  | readonly [at: number, capacity: number, held: number, booked: number]
  | readonly [at: number, extra: number, held: number, booked: number, free: number | null, full: number];

/** What else is known of a space in a bucket: `[at, queued holds, quotes that offer it, overridden days]`. */
export type MarkedBucket = readonly [at: number, queued: number, offers: number, overridden: number];

/** A space, as far as it limits what is free of itself and of the spaces in it. */
export interface SpaceLevel {
  readonly rule: CapacityRule;
  readonly taken: readonly TakenBucket[];
}

/** Columns of a table, each with a value for each of its rows. */
type Columns<Names extends string, Value = number> = Readonly<Record<Names, readonly Value[]>>;

/**
 * What `GET /api/availability` answers: thousands of spaces in columns, which have half the bytes of rows.
 */
export interface AvailabilityAnswer {
  /** There are more spaces than were read. */
  readonly is_cut: boolean;
  /** What can be sold of spaces: many have the same. */
  readonly rules: readonly (CapacityRule & { readonly unit: string })[];
  readonly stations: readonly (readonly [platform: string, company: string, subdivision: string])[];
  /** The spaces, in their order, and after them those that contain some of them and are not among them. */
  readonly levels: Columns<'id', string> & Columns<'parent', number | null> & Columns<'rule'>;
  /** What the spaces are called; `station` is a place in `stations`. */
  readonly rows: Columns<'code' | 'name', string> & Columns<'station'>;
  /** Of days: see `TakenBucket`; `space` is a place in `levels`. */
  readonly taken: Columns<'space' | 'at' | 'held' | 'booked'> &
    Partial<Columns<'capacity' | 'extra' | 'full'> & Columns<'free', number | null>>;
  readonly marks: Columns<'space' | 'at' | 'queued' | 'offers' | 'overridden'>;
  /** An industry is exclusive in a space, from the first to the last bucket. */
  readonly exclusive: Columns<'space' | 'first' | 'last'>;
}

/** A space with what is taken of it in a period. */
export interface AvailabilityRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly platform: string;
  readonly company: string;
  readonly subdivision: string;
  readonly parent_id: string | null;
  readonly capacity_unit: string;
  readonly marks: readonly MarkedBucket[];
  /** The first and the last bucket in which an industry is exclusive there. */
  readonly exclusive: readonly (readonly [first: number, last: number])[];
  /** The space, and those that contain it. */
  readonly levels: readonly SpaceLevel[];
}

const noRule = { capacity: 0, days: [], active: null, unit: 'spots' };

/** The spaces of an answer with those that contain them. */
export const rowsOfAnswer = ({
  rules,
  stations,
  levels,
  rows,
  taken,
  marks,
  exclusive,
}: AvailabilityAnswer): AvailabilityRow[] => {
  const entries: TakenBucket[][] = levels.id.map(() => []);
  const { capacity, extra, free, full } = taken;
  for (const [entry, space] of taken.space.entries()) {
    const [at = 0, held = 0, booked = 0] = [taken.at[entry], taken.held[entry], taken.booked[entry]];
    entries[space]?.push(
      capacity
        ? [at, capacity[entry] ?? 0, held, booked]
        : [at, extra?.[entry] ?? 0, held, booked, free?.[entry] ?? null, full?.[entry] ?? 0],
    );
  }
  const marked = new Map<number, MarkedBucket[]>();
  for (const [mark, space] of marks.space.entries()) {
    const of = marked.get(space) ?? [];
    marked.set(space, of);
    of.push([
      marks.at[mark] ?? 0,
      marks.queued[mark] ?? 0,
      marks.offers[mark] ?? 0,
      marks.overridden[mark] ?? 0,
    ]);
  }
  const promised = new Map<number, [number, number][]>();
  for (const [entry, space] of exclusive.space.entries()) {
    const of = promised.get(space) ?? [];
    promised.set(space, of);
    of.push([exclusive.first[entry] ?? 0, exclusive.last[entry] ?? 0]);
  }
  const own: SpaceLevel[] = levels.rule.map((rule, place) => ({
    rule: rules[rule] ?? noRule,
    taken: entries[place] ?? [],
  }));
  return rows.code.map((code, place) => {
    const around: SpaceLevel[] = [];
    for (let at: number | null | undefined = place; typeof at === 'number'; at = levels.parent[at])
      around.push(...own.slice(at, at + 1));
    const parent = levels.parent[place];
    const [platform = '', company = '', subdivision = ''] = stations[rows.station[place] ?? -1] ?? [];
    return {
      id: levels.id[place] ?? '',
      code,
      name: rows.name[place] ?? '',
      platform,
      company,
      subdivision,
      parent_id: typeof parent === 'number' ? (levels.id[parent] ?? null) : null,
      capacity_unit: (rules[levels.rule[place] ?? -1] ?? noRule).unit,
      marks: marked.get(place) ?? [],
      exclusive: promised.get(place) ?? [],
      levels: around,
    };
  });
};

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
  /** Whether an industry is exclusive in it on one of the days. */
  readonly isExclusive: boolean;
}

/** What the rules of a space say of a bucket, before anything is taken. */
interface Limit {
  readonly capacity: number;
  readonly least: number;
  readonly days: number;
}

const limitOf = (rules: readonly CapacityRule[], { days }: Bucket): Limit => {
  let [capacity, least, sold] = [0, Number.POSITIVE_INFINITY, 0];
  for (const { day, weekday } of days) {
    const own = rules[0] ? capacityOn(rules[0], day, weekday) : 0;
    const free = Math.min(own, ...rules.slice(1).map((rule) => capacityOn(rule, day, weekday)));
    // On a day on which a space around it is closed, nothing of it is sold.
    if (free === 0) continue;
    capacity += own;
    least = Math.min(least, free);
    sold += 1;
  }
  return { capacity, least: sold === 0 ? 0 : least, days: sold };
};

const texts = new WeakMap<CapacityRule, string>();

const textOf = (rule: CapacityRule): string => {
  let text = texts.get(rule);
  if (text === undefined) {
    text = JSON.stringify(rule);
    texts.set(rule, text);
  }
  return text;
};

/** The limits of spaces, by the buckets of a period: many spaces have the same. */
const known = new WeakMap<readonly Bucket[], Map<string, readonly Limit[]>>();

const limitsIn = (levels: readonly SpaceLevel[], buckets: readonly Bucket[]): readonly Limit[] => {
  let ofBuckets = known.get(buckets);
  if (!ofBuckets) {
    ofBuckets = new Map();
    known.set(buckets, ofBuckets);
  }
  const key = levels.map(({ rule }) => textOf(rule)).join();
  let found = ofBuckets.get(key);
  if (!found) {
    const rules = levels.map(({ rule }) => rule);
    found = buckets.map((bucket) => limitOf(rules, bucket));
    ofBuckets.set(key, found);
  }
  return found;
};

const untaken = { held: 0, booked: 0, full: 0, queued: 0, offers: 0, overridden: 0, isExclusive: false };

/** What is left of each level on a day of which one of them has an entry. */
const leftOnDay = (
  levels: readonly SpaceLevel[],
  entries: readonly (TakenBucket | undefined)[],
  { days }: Bucket,
): number => {
  const { day = '', weekday = '' } = days[0] ?? {};
  const lefts = levels.map(({ rule }, place) => {
    const [, capacity, held, booked] = entries[place] ?? [];
    return capacity === undefined ? capacityOn(rule, day, weekday) : capacity - (held ?? 0) - (booked ?? 0);
  });
  return Math.max(0, Math.min(...lefts));
};

/**
 * The state of a space in each bucket of the period.
 *
 * @param buckets those of the answer; the same array for all of its rows
 * @example cellsOfSpace(row, bucketsOf('2026-12-01', '2026-12-31', 'day'))[0]?.free // 180
 */
export const cellsOfSpace = (
  { levels, marks, exclusive }: Pick<AvailabilityRow, 'levels' | 'marks' | 'exclusive'>,
  buckets: readonly Bucket[],
): SpaceCell[] => {
  const cells: SpaceCell[] = limitsIn(levels, buckets).map(({ capacity, least, days }) => ({
    ...untaken,
    capacity,
    days,
    free: least,
  }));
  for (const [at, queued, offers, overridden] of marks) {
    const cell = cells[at];
    if (cell) cells[at] = { ...cell, queued, offers, overridden };
  }
  for (const [first, last] of exclusive)
    for (let at = first; at <= last; at += 1) {
      const cell = cells[at];
      if (cell) cells[at] = { ...cell, isExclusive: true };
    }
  const ofDays = new Map<number, (TakenBucket | undefined)[]>();
  for (const [place, { taken }] of levels.entries())
    for (const entry of taken) {
      const cell = cells[entry[0]];
      if (!cell) continue;
      const [at, extra, held, booked, free, full] = entry;
      if (full !== undefined) {
        if (place > 0) continue;
        // Where all of its days were raised, the limits say nothing of what is free.
        const isAll = cell.overridden > 0 && cell.overridden >= cell.days;
        const left = isAll ? (free ?? cell.free) : Math.min(free ?? cell.free, cell.free);
        cells[at] = {
          ...cell,
          ...{ capacity: cell.capacity + extra, held, booked, free: Math.max(0, left), full },
        };
      } else {
        const entries = ofDays.get(at) ?? [];
        entries[place] = entry;
        ofDays.set(at, entries);
      }
    }
  for (const [at, entries] of ofDays) {
    const [cell, bucket] = [cells[at], buckets[at]];
    if (!cell || !bucket) continue;
    const [, own = cell.capacity, held = 0, booked = 0] = entries[0] ?? [];
    // A day that the rules close, and on which nothing is taken, is closed.
    const isClosed = own === 0 || (cell.days === 0 && held + booked === 0);
    const free = isClosed ? 0 : leftOnDay(levels, entries, bucket);
    cells[at] = {
      ...cell,
      ...{ capacity: isClosed ? 0 : own, held, booked, free },
      ...{ days: isClosed ? 0 : 1, full: !isClosed && free === 0 ? 1 : 0 },
    };
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
  rows: readonly Pick<AvailabilityRow, 'levels'>[],
  buckets: readonly Bucket[],
): (number | null)[] => {
  const [counts, sums] = [buckets.map(() => 0), buckets.map(() => 0)];
  for (const { levels } of rows) {
    const usual = limitsIn(levels, buckets);
    for (const [at, { days }] of usual.entries()) if (days > 0) counts[at] = (counts[at] ?? 0) + 1;
    for (const [at, own, held, booked, , full] of levels[0]?.taken ?? []) {
      const limit = usual[at];
      const capacity = full === undefined ? own : (limit?.capacity ?? 0) + own;
      if (limit && limit.days > 0 && capacity > 0)
        sums[at] = (sums[at] ?? 0) + Math.min(1, (held + booked) / capacity);
    }
  }
  return counts.map((count, at) => (count === 0 ? null : (sums[at] ?? 0) / count));
};
