import { addDays } from '../../../calendar/working-time.ts';
import type { Grid } from '../grid.ts';
import { durationIn } from '../read-cell.ts';
import type { DayColumn } from './day-axis.ts';

/** Columns below joined days, one for each duration. */
export const partsOf = (
  grid: Grid,
  row: number,
  columns: readonly DayColumn[],
): readonly DayColumn[] | null => {
  if (row + 1 >= grid.height) return null;
  const parts = columns.flatMap(({ column, ...day }) =>
    Array.from({ length: grid.merge(row, column)?.columns ?? 1 }, (_, index) => ({
      ...day,
      column: column + index,
      seconds: durationIn(String(grid.own(row + 1, column + index) ?? '')),
    })),
  );
  const known = parts.flatMap(({ seconds, ...part }) => (seconds === null ? [] : [{ ...part, seconds }]));
  return parts.length > columns.length && known.length === parts.length ? known : null;
};

/** Columns of days a week apart: whole weeks if the header says so, and otherwise days that may be weeks. */
export const weeksOf = (
  grid: Grid,
  row: number,
  columns: readonly DayColumn[],
): readonly DayColumn[] | null => {
  const steps = columns.slice(1).map(({ days: [day] }, index) => {
    const [before] = columns[index]?.days ?? [];
    return day !== undefined && before !== undefined && addDays(before, 7) === day;
  });
  if (steps.length === 0 || steps.includes(false) || columns.some(({ days }) => days.length !== 1))
    return null;
  const says = [row - 2, row - 1, row, row + 1].some((one) =>
    columns.some(({ column }) => {
      const cell = one < 0 || one >= grid.height ? null : grid.seen(one, column);
      return typeof cell === 'string' && /sem/i.test(cell);
    }),
  );
  return columns.map(({ column, days: [first = ''] }) =>
    says
      ? { column, days: Array.from({ length: 7 }, (_, day) => addDays(first, day)) }
      : { column, days: [first], doubt: 'Las columnas van de semana en semana: se entendió ese solo día.' },
  );
};
