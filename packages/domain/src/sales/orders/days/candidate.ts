import { type Grid, oncePerRow } from '../grid.ts';
import { type Clue, clueOf, consecutive, growing, isBare } from './day-clue.ts';
import { monthsIn } from './months-in-row.ts';
import { describingIn, titledIn, titlesIn } from './titles-in-row.ts';

/** A row that may say the days of the columns below. */
export interface Candidate {
  readonly row: number;
  readonly clues: readonly Clue[];
  readonly titles: number;
  readonly isBare: boolean;
}

const candidateIn = (grid: Grid, row: number, titled: ReadonlySet<number>): Candidate | null => {
  const clues: Clue[] = [];
  for (let column = 0; column < grid.width; column += 1) {
    const clue = titled.has(column) ? null : clueOf(grid.own(row, column));
    if (clue) clues.push({ column, days: clue.days, weekdays: clue.weekdays });
  }
  if (clues.length === 0) return null;
  const written = clues.filter((clue) => !isBare(clue));
  // Where days have their month, a plain number is something else.
  const months = new Set(
    [row - 1, row - 2].flatMap((one) => (one < 0 ? [] : monthsIn(grid, one).map(({ column }) => column))),
  );
  const run = growing(written.length >= 2 && written.length * 2 >= clues.length ? written : clues, months);
  const near = [row, row - 1, row + 1, row - 2].filter(
    (one) => one >= 0 && one < grid.height && titledIn(grid, one).size > 0,
  );
  const columns = new Set(near.length > 0 ? run.map(({ column }) => column) : []);
  const titles = Math.max(0, ...near.map((one) => titlesIn(grid, one, columns)));
  return { row, clues: run, titles, isBare: run.every(isBare) };
};

const isLikely = ({ clues, titles, isBare: bare }: Candidate, own: number): boolean => {
  if (bare) {
    if (clues.some(({ weekdays }) => weekdays.length > 0)) return clues.length >= 2;
    const steps = consecutive(clues) / Math.max(1, clues.length - 1);
    return clues.length >= 7 ? steps >= 0.5 || titles >= 2 : clues.length >= 3 && titles >= 2;
  }
  // Three days that follow each other are a header even where no title is known.
  if (clues.length >= 3 && !clues.some(isBare) && consecutive(clues) === clues.length - 1) return true;
  return (
    clues.length >= 5 || own >= 3 || (clues.length >= 2 && own >= 2) || (clues.length >= 3 && titles >= 1)
  );
};

/** The rows of a grid that may say days; the row is of no importance. */
export const candidatesIn = oncePerRow((grid): readonly Candidate[] => {
  const candidates: Candidate[] = [];
  let titled: ReadonlySet<number> = new Set();
  for (let row = 0; row < grid.height; row += 1) {
    const here = titledIn(grid, row);
    // Below a title, a date or a number is a value of its column.
    if (here.size >= 3) titled = new Set();
    const candidate = candidateIn(grid, row, titled);
    if (here.size >= 3) titled = here;
    const own = candidate ? describingIn(grid, row, new Set(candidate.clues.map(({ column }) => column))) : 0;
    if (candidate && isLikely(candidate, own)) candidates.push(candidate);
  }
  return candidates;
});

/** Whether a row has cells besides its days. */
export const hasOthers = (grid: Grid, { row, clues }: Candidate): boolean => {
  const columns = new Set(clues.map(({ column }) => column));
  for (let column = 0; column < grid.width; column += 1)
    if (!columns.has(column) && grid.own(row, column) !== null) return true;
  return false;
};
