import {
  type AvailabilityRow,
  cellsOfSpace,
  type SpaceCell,
  sharesTaken,
} from '@pauta/domain/inventory/capacity/availability.ts';
import type { Bucket } from '@pauta/domain/inventory/capacity/buckets.ts';

/** A heading of spaces: a platform, a company in it, or a station of that. */
export interface HeadingRow {
  readonly kind: 'heading';
  readonly id: string;
  /** 0: platform, 1: company, 2: station. */
  readonly level: number;
  readonly name: string;
  readonly isOpen: boolean;
  /** The spaces below it that are in no other one of them: what is taken of one counts in those around it. */
  readonly outer: readonly AvailabilityRow[];
  /** How many spaces are below it. */
  readonly count: number;
}

/** A space at its depth in the tree of its station. */
export interface SpaceRow {
  readonly kind: 'space';
  readonly id: string;
  readonly depth: number;
  readonly space: AvailabilityRow;
}

export type MatrixRow = HeadingRow | SpaceRow;

const levels = ['platform', 'company', 'subdivision'] as const;

/** A station: the spaces of it in the order of the tree. */
const treeOf = (spaces: readonly AvailabilityRow[]): SpaceRow[] => {
  const ids = new Set(spaces.map(({ id }) => id));
  const inside = Map.groupBy(spaces, ({ parent_id }) =>
    parent_id !== null && ids.has(parent_id) ? parent_id : '',
  );
  const below = (parent: string, depth: number): SpaceRow[] =>
    (inside.get(parent) ?? []).flatMap((space) => [
      { kind: 'space' as const, id: space.id, depth, space },
      ...below(space.id, depth + 1),
    ]);
  return below('', 0);
};

/**
 * The rows in the order of the answer: under headings of platform, company and station, each space below the one that
 * contains it if that is among the rows.
 *
 * @param closed ids of the headings of which the rows are not shown
 */
export const arrangeRows = (
  spaces: readonly AvailabilityRow[],
  closed: ReadonlySet<string> = new Set(),
): MatrixRow[] => {
  const headings = (of: readonly AvailabilityRow[], level: number, path: readonly string[]): MatrixRow[] => {
    const name = levels[level];
    if (!name) return treeOf(of);
    return [...Map.groupBy(of, (space) => space[name])].flatMap(([value, group]): MatrixRow[] => {
      const id = JSON.stringify([...path, value]);
      const isOpen = !closed.has(id);
      const ids = new Set(group.map((space) => space.id));
      const outer = group.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
      return [
        { kind: 'heading', id, level, name: value, isOpen, outer, count: group.length },
        ...(isOpen ? headings(group, level + 1, [...path, value]) : []),
      ];
    });
  };
  return headings(spaces, 0, []);
};

const memories = new WeakMap<readonly Bucket[], WeakMap<object, unknown>>();

/** Computes something of an object and the columns once for both. */
const once = <K extends object, V>(buckets: readonly Bucket[], key: K, compute: () => V): V => {
  let memory = memories.get(buckets);
  if (!memory) {
    memory = new WeakMap();
    memories.set(buckets, memory);
  }
  let found = memory.get(key) as V | undefined;
  if (found === undefined) {
    found = compute();
    memory.set(key, found);
  }
  return found;
};

/** The state of a space in each column; the same array for the same space and columns. */
export const cellsIn = (space: AvailabilityRow, buckets: readonly Bucket[]): readonly SpaceCell[] =>
  once(buckets, space, () => cellsOfSpace(space, buckets));

/** How much of the spaces below a heading is taken in each column. */
export const sharesIn = ({ outer }: HeadingRow, buckets: readonly Bucket[]): readonly (number | null)[] =>
  once(buckets, outer, () => sharesTaken(outer, buckets));

/** How a cell is painted: closed, free, partly taken, full on some of its days, or full. */
export type CellState = 'closed' | 'free' | 'taken' | 'partly' | 'full';

export const stateOf = ({ capacity, held, booked, days, full }: SpaceCell): CellState => {
  if (capacity === 0 || days === 0) return 'closed';
  if (full >= days) return 'full';
  if (full > 0) return 'partly';
  return held + booked > 0 ? 'taken' : 'free';
};
