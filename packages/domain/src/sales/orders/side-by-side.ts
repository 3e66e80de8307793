import { foldTitle, isTitle, meaningOfTitle } from './column-meanings.ts';
import { titledIn } from './days/titles-in-row.ts';
import type { Grid } from './grid.ts';

/** A column where a table to the right of another one may begin. */
interface Start {
  readonly column: number;
  /** Whether a column to the left has a title with the same meaning. */
  readonly isRepeated: boolean;
  /** Whether the whole title is that of a column to the left, in the same row. */
  readonly isSame: boolean;
}

/** Titles that each table has of its own. */
const ownTitles: ReadonlySet<string | null> = new Set(['programme', 'station', 'time']);

/** More of them are no tables, and each is tried. */
const mostStarts = 12;

/** Whether a column has names below a title: not the counts and crosses of a day. */
const hasNames = (grid: Grid, row: number, column: number): boolean => {
  for (let below = row + 1; below < Math.min(grid.height, row + 60); below += 1) {
    const cell = grid.own(below, column);
    if (typeof cell === 'string' && /[a-z]{2}/i.test(cell) && !/^x+$/i.test(cell.trim()) && !isTitle(cell))
      return true;
  }
  return false;
};

/** The columns of a row with titles of their own, and the first column that has something else, such as a day. */
const titlesIn = (grid: Grid, row: number) => {
  const titled = titledIn(grid, row);
  const titles = [...titled].flatMap((column) => {
    const cell = grid.own(row, column);
    const meaning = typeof cell === 'string' ? meaningOfTitle(cell) : null;
    return meaning !== null && ownTitles.has(meaning) && hasNames(grid, row, column)
      ? [{ column, meaning, title: foldTitle(String(cell)) }]
      : [];
  });
  let other = 0;
  while (titles.length > 0 && other < grid.width && (titled.has(other) || grid.own(row, other) === null))
    other += 1;
  return { titles, other };
};

/** Columns with a title to the right of days, of a column with the same meaning, or of a blank column. */
const startsIn = (grid: Grid, top: number): readonly Start[] => {
  const isBlank = (column: number): boolean => {
    for (let row = top; row < grid.height; row += 1) if (grid.seen(row, column) !== null) return false;
    return true;
  };
  const starts = new Map<number, Start>();
  const first = new Map<string, number>();
  for (let row = top; row < grid.height && starts.size < mostStarts; row += 1) {
    const { titles, other } = titlesIn(grid, row);
    for (const { column, meaning, title } of titles) {
      const alike = titles.filter((one) => one.column < column && one.meaning === meaning);
      const isRepeated = alike.length > 0 || ((first.get(meaning) ?? column) < column && isBlank(column - 1));
      if (isRepeated || other < column)
        starts.set(column, { column, isRepeated, isSame: alike.some((one) => one.title === title) });
      first.set(meaning, Math.min(first.get(meaning) ?? column, column));
    }
  }
  return [...starts.values()].toSorted((a, b) => a.column - b.column).slice(0, mostStarts);
};

/** A grid of which only some columns are seen from a row on; its columns and rows keep their numbers. */
const partOf = (grid: Grid, top: number, [from, to]: readonly [number, number]): Grid => {
  const isSeen = (row: number, column: number): boolean => row < top || (column >= from && column < to);
  return {
    height: grid.height,
    width: grid.width,
    own: (row, column) => (isSeen(row, column) ? grid.own(row, column) : null),
    seen: (row, column) => (isSeen(row, column) ? grid.seen(row, column) : null),
    merge: (row, column) => (isSeen(row, column) ? grid.merge(row, column) : undefined),
  };
};

/**
 * The tables of a sheet that are beside each other, each as a grid in which the others are blank; the grid itself if none
 * are. Above the first header, each has the whole letterhead.
 *
 * @param hasTable whether a part has a table that can be read, and whether it must have days across
 * @returns also the columns where a table seems to begin that cannot be read
 */
export function partsBeside(
  grid: Grid,
  top: number,
  hasTable: (part: Grid, withDays: boolean) => boolean,
): { readonly parts: readonly Grid[]; readonly unread: readonly number[] } {
  const edges = [0];
  const unread: number[] = [];
  for (const { column, isRepeated, isSame } of startsIn(grid, top)) {
    const from = edges.at(-1) ?? 0;
    // Of two tables without days, only a title that both have tells that they are two.
    if (!hasTable(partOf(grid, top, [from, column]), !isRepeated)) continue;
    if (hasTable(partOf(grid, top, [column, grid.width]), !isRepeated)) edges.push(column);
    else if (isSame) unread.push(column);
  }
  const parts = edges.map((from, at) => partOf(grid, top, [from, edges[at + 1] ?? grid.width]));
  return { parts: edges.length > 1 ? parts : [grid], unread };
}
