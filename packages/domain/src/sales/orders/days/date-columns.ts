import { addDays } from '../../../calendar/working-time.ts';
import type { Grid } from '../grid.ts';
import { likelyYear, weekdayOf } from '../written-dates.ts';
import type { Candidate } from './candidate.ts';
import { type Dated, dayFirst, increases, inYear, weekdayErrors, withMonths } from './dated-clues.ts';
import type { DayAxis, DayColumn, DayContext } from './day-axis.ts';
import { type Clue, isBare } from './day-clue.ts';
import { type MonthLabel, monthsIn } from './months-in-row.ts';
import { partsOf, weeksOf } from './parted-columns.ts';
import { weekdayColumns } from './weekday-letters.ts';

/** The month around today whose weekdays are those beside bare numbers; this month if none fits. */
const fittingMonth = (
  clues: readonly Clue[],
  context: DayContext,
): { readonly dated: readonly Dated[]; readonly year: number } => {
  const [thisYear = 0, thisMonth = 1] = context.today.split('-').map(Number);
  const trials = [0, 1, 2, 3, -1, 4, 5, -2, 6].map((ahead) => {
    const at = new Date(Date.UTC(thisYear, thisMonth - 1 + ahead, 1));
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1];
    return { year, month, dated: withMonths(clues, [], { ...context, month, year }).dated };
  });
  const fits = trials.find(
    ({ dated, year, month }) =>
      dated.every(({ ends: [first] }) => first && inYear(first, first.year ?? 0, 1) !== null) &&
      weekdayErrors(dated, year, month) === 0,
  );
  return fits ?? trials[0] ?? { dated: [], year: thisYear };
};

interface Year {
  readonly year: number;
  readonly dated: readonly Dated[];
  readonly doubts: readonly string[];
}

/** The year of days: the written one, or the likely one whose weekdays are those of the header. */
const yearOf = (
  dated: readonly Dated[],
  written: number | undefined,
  {
    isGuessed,
    isInTitle,
    today,
  }: {
    readonly isGuessed: boolean;
    /** Whether no day and no month has the year beside it: that of a letterhead may be an old one. */
    readonly isInTitle: boolean;
    readonly today: string;
  },
): Year => {
  const start = dated[0]?.ends[0]?.month ?? 1;
  const hasWeekdays = dated.some(({ weekdays }) => weekdays.length > 0);
  const fits = (one: number): boolean => weekdayErrors(dated, one, start) === 0;
  const doubts: string[] = [];
  let year = written;
  if (year === undefined) {
    const likely = likelyYear(start, today);
    year = hasWeekdays ? ([likely, likely + 1, likely - 1].find(fits) ?? likely) : likely;
    const isSure =
      hasWeekdays && fits(year) && dated.filter(({ weekdays }) => weekdays.length > 0).length > 2;
    if (!isSure && !isGuessed) doubts.push(`El año no está escrito: se entendió ${year}.`);
  }
  if (!isInTitle || isGuessed || !hasWeekdays || fits(year)) return { year, dated, doubts };
  const fitting = [year + 1, year - 1].find(fits);
  if (fitting === undefined) return { year, dated, doubts };
  return {
    year: fitting,
    dated: dated.map((one) => ({ ...one, ends: one.ends.map(({ year: _, ...day }) => day) })),
    doubts: [
      ...doubts,
      `Los días de la semana son los de ${fitting} y la orden dice ${year}: se entendió ${fitting}.`,
    ],
  };
};

const columnOf = ({ column, ends, weekdays }: Dated, year: number, start: number): readonly DayColumn[] => {
  const [begin, end] = ends.map((one) => inYear(one, year, start));
  if (!begin || end === null)
    return [{ column, days: [], doubt: 'Esa fecha no existe: la columna no se leyó.' }];
  if (end !== undefined) {
    const days: string[] = [];
    for (let day = begin; day <= end && days.length < 32; day = addDays(day, 1)) days.push(day);
    return days.length === 0 || days.length > 31 ? [] : [{ column, days }];
  }
  const isWrong = weekdays.length > 0 && !weekdays.includes(weekdayOf(begin));
  return [
    {
      column,
      days: [begin],
      ...(isWrong && {
        doubt: `El día de la semana del título no es el del ${begin.split('-').reverse().join('/')}.`,
      }),
    },
  ];
};

/** The dates of a row of days, with the months above it, the weekdays beside it and what the order says besides. */
export const datesOf = (
  grid: Grid,
  { row, clues }: Candidate,
  { weekdayRow, context }: { readonly weekdayRow: number | null; readonly context: DayContext },
): Pick<DayAxis, 'columns' | 'doubts'> => {
  const letters = new Map(
    weekdayRow === null
      ? []
      : weekdayColumns(grid, weekdayRow).map(({ column, weekdays }) => [column, weekdays]),
  );
  const labels: readonly MonthLabel[] =
    [row - 1, row - 2, row - 3, row + 1]
      .map((one) => (one < 0 || one >= grid.height ? [] : monthsIn(grid, one)))
      .find((some) => some.length > 0) ?? [];
  const told = dayFirst(
    clues.map((clue) => ({
      ...clue,
      weekdays: clue.weekdays.length > 0 ? clue.weekdays : (letters.get(clue.column) ?? []),
    })),
  );
  const { dated: counted, isGuessed } = withMonths(told, labels, context);
  const fitting =
    isGuessed && counted.some(({ weekdays }) => weekdays.length > 0) ? fittingMonth(told, context) : null;
  const isInTitle =
    told.every(({ days }) => days.every((day) => day.year === undefined)) &&
    labels.every((label) => label.year === undefined);
  const { year, dated, doubts } = yearOf(
    fitting?.dated ?? counted,
    fitting?.year ?? counted[0]?.ends[0]?.year,
    { isGuessed, isInTitle, today: context.today },
  );
  const all =
    isGuessed || (context.isAfter === true && labels.length === 0 && told.some(isBare))
      ? ['El mes no está escrito: revise las fechas de las columnas.', ...doubts]
      : doubts;
  const columns = dated.flatMap((one) => columnOf(one, year, dated[0]?.ends[0]?.month ?? 1));
  const parted = weeksOf(grid, row, columns) ?? partsOf(grid, row, columns);
  if (parted) return { columns: parted, doubts: all };
  const days = columns.flatMap((one) => one.days[0] ?? []);
  if (new Set(days).size < days.length)
    return { columns, doubts: [...all, 'Hay fechas repetidas en el encabezado.'] };
  if (!increases(days)) return { columns, doubts: [...all, 'Las fechas del encabezado no están en orden.'] };
  return { columns, doubts: all };
};
