import { civilDays } from '../../../calendar/civil-days.ts';
import type { Cell } from '../../../resource/import/cell.ts';
import { readDaysIn, type UsualDays } from '../written-dates.ts';
import { textOf } from './cell-texts.ts';
import type { TableBody } from './table-body.ts';

/** The days of the flight of a row. */
export interface RowFlight {
  readonly days: readonly string[];
  /** Whether the row writes it, instead of the letterhead. */
  readonly isOwn: boolean;
}

/** What the rows of a table tell about how all of its dates are written. */
export const usualDaysOf = ({ grid, context, rows, of }: TableBody): UsualDays => ({
  today: context.today,
  month: context.month,
  year: context.year,
  // `11/28/2026` in one row tells how all are written.
  isMonthFirst: rows.some((row) =>
    of('from', 'to', 'dates').some((column) =>
      /^\D*(?:0?[1-9]|1[0-2])[/.-](?:1[3-9]|2\d|3[01])[/.-]\d/.test(textOf(grid.own(row, column))),
    ),
  ),
});

const daysAt = (cell: Cell, usual: UsualDays): ReturnType<typeof readDaysIn> => {
  if (typeof cell === 'number' && cell > 40_000 && cell < 60_000)
    return {
      days: [new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10)],
      isRange: false,
      hasYear: true,
    };
  const text = textOf(cell);
  return text === '' ? null : readDaysIn(text, usual);
};

/** The flight of a row: of its first and last day, of a text with both, or that of the letterhead. */
export const flightOf = (
  { grid, context, of }: TableBody,
  row: number,
  usual: UsualDays,
): RowFlight | null => {
  const doubtYear = (hasYear: boolean, days: readonly string[]): void => {
    if (!hasYear && days[0])
      context.doubt(null, null, `El año no está escrito: se entendió ${days[0].slice(0, 4)}.`);
  };
  const [from, to] = [of('from')[0], of('to')[0]].map((column) =>
    column === undefined ? null : daysAt(grid.seen(row, column), usual),
  );
  const [first] = from?.days ?? [];
  const last = to?.days.at(-1) ?? (from?.isRange ? from.days.at(-1) : undefined);
  if (first && last) {
    doubtYear(Boolean(from?.hasYear && (to?.hasYear ?? true)), [first]);
    if (first <= last) return { days: civilDays(first, last).slice(0, 732), isOwn: true };
    context.doubt(row, of('to')[0] ?? null, 'La fecha final es anterior a la inicial.');
    return null;
  }
  for (const column of of('dates')) {
    const found = daysAt(grid.seen(row, column), usual);
    if (!found) continue;
    doubtYear(found.hasYear, found.days);
    return { days: found.days, isOwn: true };
  }
  if (first) {
    doubtYear(Boolean(from?.hasYear), [first]);
    context.doubt(row, of('from')[0] ?? null, 'No tiene fecha final: se entendió un solo día.');
    return { days: [first], isOwn: true };
  }
  return context.flight ? { days: context.flight.days, isOwn: false } : null;
};
