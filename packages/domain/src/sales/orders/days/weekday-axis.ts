import { addDays } from '../../../calendar/working-time.ts';
import type { Grid } from '../grid.ts';
import { civilDay, likelyYear, readWrittenDays, type WrittenDay, weekdayOf } from '../written-dates.ts';
import type { DayAxis, DayColumn, DayContext } from './day-axis.ts';
import { continues, hasUnits } from './header-band.ts';
import { hasLabelOver, titlesIn } from './titles-in-row.ts';
import { settled, weekdayColumns } from './weekday-letters.ts';

/** The days that are written above a column of a weekday, such as those of `Semana del 2 al 8 de noviembre`. */
interface WeekAbove {
  /** Those with a number. */
  readonly filled: readonly WrittenDay[];
  readonly all: readonly WrittenDay[];
}

const weekAbove = (grid: Grid, rows: readonly number[], column: number): WeekAbove | null => {
  for (const row of rows) {
    for (let at = column; at >= 0 && at > column - 7; at -= 1) {
      const cell = grid.seen(row, at);
      if (typeof cell !== 'string' || cell.length > 60) continue;
      const { days: all } = readWrittenDays(
        cell.replace(/semana \d{1,2}(?= ?[(:-])|sem\.? ?\d{1,2}(?= ?[(:-])/i, ''),
      );
      const filled = all.filter(({ day }) => day !== undefined);
      if (filled.length > 0) return { filled, all };
    }
  }
  return null;
};

/** The day of a weekday in the week above its column. */
const dayInWeek = (
  column: number,
  weekday: number,
  week: WeekAbove | null,
  context: DayContext,
): DayColumn & { readonly guessedYear?: number } => {
  const [first] = week?.filled ?? [];
  if (!week || first?.day === undefined)
    return { column, days: [], doubt: 'No se encontró la semana de esta columna: no se leyó.' };
  const later = week.all.find(({ month }) => month !== undefined);
  const turned =
    week.filled.length > 1 && (week.filled[1]?.day ?? 0) < first.day && first.month === undefined;
  const month =
    first.month ??
    (later?.month === undefined ? context.month : turned ? ((later.month + 10) % 12) + 1 : later.month);
  if (month === undefined)
    return { column, days: [], doubt: 'No se encontró el mes de esta columna: no se leyó.' };
  const written = week.all.find((one) => one.year !== undefined)?.year ?? context.year;
  const year = written ?? likelyYear(month, context.today);
  const begin = civilDay(year, month, first.day);
  return {
    column,
    ...(begin
      ? { days: [addDays(begin, (weekday - weekdayOf(begin) + 7) % 7)] }
      : { days: [], doubt: 'Esa fecha no existe: la columna no se leyó.' }),
    ...(written === undefined && { guessedYear: year }),
  };
};

/** Columns for weekdays: of the weeks above them, or of the flight of each row. */
const columnsOf = (grid: Grid, row: number, context: DayContext): Pick<DayAxis, 'columns' | 'doubts'> => {
  const found = weekdayColumns(grid, row);
  const days = settled(found);
  const columnsOfDays = new Set(found.map(({ column }) => column));
  const above = [row - 1, row - 2].filter((one) => one >= 0 && !hasLabelOver(grid, one, columnsOfDays));
  const weeks = found.map(({ column }) => weekAbove(grid, above, column));
  if (weeks.every((one) => one === null)) {
    return {
      columns: found.flatMap(({ column }, index) => {
        const weekday = days[index];
        return weekday === undefined ? [] : [{ column, days: [], weekday }];
      }),
      doubts: [],
    };
  }
  const doubts = new Set<string>();
  const columns = found.map(({ column }, index): DayColumn => {
    const { guessedYear, ...day } = dayInWeek(column, days[index] ?? 1, weeks[index] ?? null, context);
    if (guessedYear !== undefined) doubts.add(`El año no está escrito: se entendió ${guessedYear}.`);
    return day;
  });
  return { columns, doubts: [...doubts] };
};

/** The rows of letters of weekdays that are the headers of a sheet without dates above its columns. */
export const weekdayAxes = (grid: Grid, context: DayContext): readonly DayAxis[] => {
  const axes: DayAxis[] = [];
  for (let row = 0; row < grid.height; row += 1) {
    const weekdays = weekdayColumns(grid, row);
    if (weekdays.length < 5 || axes.some((axis) => row <= axis.bottom)) continue;
    const columns = new Set(weekdays.map(({ column }) => column));
    const titles = [row, row - 1, row + 1]
      .filter((one) => one >= 0 && one < grid.height)
      .map((one) => titlesIn(grid, one, columns));
    if (Math.max(...titles) < 1) continue;
    let top = row;
    while (row - top < 2 && top > 0 && continues(grid, top - 1, columns)) top -= 1;
    const bottom =
      row + 1 < grid.height && titlesIn(grid, row + 1, columns) >= 2 && !hasUnits(grid, row + 1, columns)
        ? row + 1
        : row;
    axes.push({ row, top, bottom, ...columnsOf(grid, row, context) });
  }
  return axes;
};
