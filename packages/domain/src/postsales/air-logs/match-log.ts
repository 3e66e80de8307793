import { fold } from '../../text/fold.ts';

/** A row of a log that is to be matched. */
export interface LogEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly code: string | null;
  readonly title: string | null;
}

/** A placement that may be in the log. */
export interface LogCandidate {
  readonly id: string;
  /** When it may begin: the time of its break twice, or the first and the last moment of its daypart. */
  readonly from: number;
  readonly to: number;
  readonly code: string | null;
  readonly title: string | null;
}

/** A row and the placement that it proves. */
export interface LogMatch {
  readonly entry: string;
  readonly candidate: string;
  /** Seconds from the planned time to the aired one; negative: it was early. */
  readonly difference: number;
}

const keyOf = (text: string | null): string => fold(text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');

const differenceOf = ({ at }: LogEntry, { from, to }: LogCandidate): number =>
  at < from ? at - from : at > to ? at - to : 0;

/**
 * Matches the rows of one material with its placements: as many as possible, each row with at most one placement, and of
 * two that fit preferably the nearer one (augmenting paths, Kuhn's algorithm).
 */
const matchOne = (
  entries: readonly LogEntry[],
  candidates: readonly LogCandidate[],
  tolerance: number,
): LogMatch[] => {
  const near = entries.map((entry) =>
    candidates
      .map((candidate, index) => ({ index, difference: differenceOf(entry, candidate) }))
      .filter(({ difference }) => Math.abs(difference) <= tolerance)
      .sort((a, b) => Math.abs(a.difference) - Math.abs(b.difference) || a.index - b.index),
  );
  const entryOf = new Map<number, number>();
  const place = (entry: number, seen: Set<number>): boolean =>
    (near[entry] ?? []).some(({ index }) => {
      if (seen.has(index)) return false;
      seen.add(index);
      const other = entryOf.get(index);
      if (other !== undefined && !place(other, seen)) return false;
      entryOf.set(index, entry);
      return true;
    });
  // The rows with the nearest placement choose first.
  const order = near
    .map((found, entry) => ({ entry, gap: Math.abs(found[0]?.difference ?? Number.POSITIVE_INFINITY) }))
    .sort((a, b) => a.gap - b.gap || a.entry - b.entry);
  for (const { entry } of order) place(entry, new Set());
  return [...entryOf].flatMap(([candidate, entry]) => {
    const [row, placement] = [entries[entry], candidates[candidate]];
    return row && placement
      ? [
          {
            entry: row.id,
            candidate: placement.id,
            difference: Math.round(differenceOf(row, placement) / 1000),
          },
        ]
      : [];
  });
};

/**
 * Matches rows of an air log with placements of the station: by the code under which the automation plays the material,
 * or by its title where one of the two has no code, and by time.
 *
 * @param tolerance how far the aired time may be from the planned one, in seconds
 * @returns of each code the largest number of matches that is possible
 * @example matchLog([{ id: 'r', at: 5000, code: 'A1', title: null }], [{ id: 'p', from: 0, to: 0, code: 'a1', title: null }], 10)
 * // [{ entry: 'r', candidate: 'p', difference: 5 }]
 */
export const matchLog = (
  entries: readonly LogEntry[],
  candidates: readonly LogCandidate[],
  tolerance: number,
): readonly LogMatch[] => {
  const milliseconds = tolerance * 1000;
  const byCode = Map.groupBy(candidates, ({ code }) => keyOf(code));
  const byTitle = Map.groupBy(candidates, ({ title }) => keyOf(title));
  const matched = [...Map.groupBy(entries, ({ code }) => keyOf(code))].flatMap(([key, rows]) =>
    key === '' ? [] : matchOne(rows, byCode.get(key) ?? [], milliseconds),
  );
  const known = new Set(matched.flatMap(({ entry, candidate }) => [entry, candidate]));
  // Two different codes are two materials, whatever they are called.
  const left = entries.filter(({ id }) => !known.has(id));
  return [
    ...matched,
    ...[...Map.groupBy(left, ({ code, title }) => `${keyOf(title)} ${keyOf(code) === ''}`)].flatMap(
      ([, rows]) => {
        const [{ code = null, title = null } = {}] = rows;
        const fitting = (keyOf(title) === '' ? [] : (byTitle.get(keyOf(title)) ?? [])).filter(
          (one) => !known.has(one.id) && (keyOf(one.code) === '' || keyOf(code) === ''),
        );
        const found = matchOne(rows, fitting, milliseconds);
        for (const { candidate } of found) known.add(candidate);
        return found;
      },
    ),
  ];
};
