import { oncePerRow } from '../grid.ts';
import { readWrittenDays } from '../written-dates.ts';

/** A month above columns of days, from the first to the last column that it is over. */
export interface MonthLabel {
  readonly column: number;
  readonly end: number;
  readonly month: number;
  readonly year?: number | undefined;
}

/** Months that a row writes above days: `NOVIEMBRE 2026`, `nov-26`, the first day of a month. */
export const monthsIn = oncePerRow((grid, row): readonly MonthLabel[] => {
  const labels: MonthLabel[] = [];
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.own(row, column);
    if (typeof cell !== 'string' || cell.length > 30) continue;
    const { days, isPure } = readWrittenDays(cell.replace(/\bmes( de)?\b:?/gi, ''));
    const [first] = days;
    if (!isPure || !first?.month || days.length > 1) continue;
    const end = column + (grid.merge(row, column)?.columns ?? 1) - 1;
    if (first.day === undefined || /^\d{4}-\d\d-01$/.test(cell))
      labels.push({ column, end, month: first.month, year: first.year });
    else if (/^[a-z]/i.test(cell.trim()) && first.year === undefined && first.day >= 20)
      labels.push({ column, end, month: first.month, year: 2000 + first.day });
  }
  return labels;
});
