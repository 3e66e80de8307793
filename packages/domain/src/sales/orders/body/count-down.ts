import { readWrittenWeekdays } from '../../../calendar/written-weekdays.ts';
import { readUnits } from '../read-cell.ts';
import { readDaysIn, type UsualDays, weekdayOf } from '../written-dates.ts';
import { numberOf, textOf } from './cell-texts.ts';
import type { CellDoubt } from './counted-row.ts';
import type { RowFlight } from './row-flight.ts';
import { spread } from './spread.ts';
import type { TableBody } from './table-body.ts';

/** The units of a row by day. */
export interface CountDown {
  readonly units: ReadonlyMap<string, number>;
  readonly hard: readonly CellDoubt[];
  /** Whether the row asks for anything. */
  readonly isFound: boolean;
}

const none: ReadonlyMap<string, number> = new Map();

/** The days of the flight of a row that its column of days leaves, or the reason why there is none. */
const daysWithin = (
  { grid, of }: TableBody,
  row: number,
  { flight, usual, hard }: { flight: RowFlight; usual: UsualDays; hard: CellDoubt[] },
): readonly string[] | null => {
  const [column] = of('days');
  const here = { row, column: column ?? null };
  const cell = column === undefined ? null : grid.seen(row, column);
  const count = numberOf(cell);
  const weekdays = count === null ? readWrittenWeekdays(textOf(cell)) : null;
  const isText = cell !== null && count === null && weekdays === null;
  const listed = isText ? readDaysIn(textOf(cell), usual) : null;
  if (isText && !listed)
    hard.push({ ...here, text: `«${textOf(cell)}» no dice qué días: se tomaron todos.` });
  const days =
    listed?.days ?? (weekdays ? flight.days.filter((day) => weekdays.includes(weekdayOf(day))) : flight.days);
  if (days.length === 0) hard.push({ ...here, text: 'Ninguno de esos días cae dentro del periodo.' });
  else if (days.length > 732)
    hard.push({ row, column: null, text: 'El periodo es demasiado largo: no se contó.' });
  else {
    if (count !== null && count !== days.length)
      hard.push({ ...here, text: `La orden dice ${count} días y el periodo tiene ${days.length}.` });
    return days;
  }
  return null;
};

/** Counts the units of a row with its flight in columns: so many a day, or a total. */
export const countDown = (
  body: TableBody,
  row: number,
  { flightOf, usual }: { readonly flightOf: (row: number) => RowFlight | null; readonly usual: UsualDays },
): CountDown => {
  const { grid, of, textAt } = body;
  const hard: CellDoubt[] = [];
  const [perColumn, totalColumn] = [of('per_day')[0], of('units')[0]];
  const countIn = (column: number | undefined): number | null => {
    if (column === undefined) return null;
    const cell = grid.own(row, column);
    const number = numberOf(cell);
    if (number !== null) return number;
    const { units, doubt } = readUnits(cell);
    if (doubt !== undefined) hard.push({ row, column, text: doubt });
    return units > 0 ? units : null;
  };
  const doubt = (column: number | undefined, text: string): void => {
    hard.push({ row, column: column ?? null, text });
  };
  const [perDay, total] = [countIn(perColumn), countIn(totalColumn)];
  if (perDay === null && total === null) {
    const isFound = textAt(row, 'programme') !== '' && flightOf(row)?.isOwn === true;
    const text = 'No dice cuántas cuñas.';
    return {
      units: none,
      hard: isFound ? [{ row, column: perColumn ?? totalColumn ?? null, text }] : [],
      isFound,
    };
  }
  const flight = flightOf(row);
  if (!flight) doubt(of('dates', 'from')[0], 'No se encontró desde cuándo y hasta cuándo.');
  const days = flight && daysWithin(body, row, { flight, usual, hard });
  if (!days) return { units: none, hard, isFound: true };
  if (perDay !== null) {
    const found = perDay * days.length;
    if (total !== null && total !== found)
      doubt(totalColumn, `El total de la fila dice ${total} y los días suman ${found}.`);
    if (total === null && !flight.isOwn)
      doubt(undefined, 'No dice sus fechas: se tomó el periodo de la orden.');
    if (Number.isInteger(perDay) && perDay <= 100_000)
      return { units: new Map(days.map((day) => [day, perDay])), hard, isFound: true };
    doubt(perColumn, `«${perDay}» no es un número de cuñas.`);
    return { units: none, hard, isFound: true };
  }
  const whole = total ?? 0;
  if (!Number.isInteger(whole) || whole < 0 || whole > 1_000_000) {
    doubt(totalColumn, `«${whole}» no es un número de cuñas.`);
    return { units: none, hard, isFound: true };
  }
  if (days.length > 1) doubt(totalColumn, `Las ${whole} cuñas se repartieron en ${days.length} días.`);
  return { units: new Map(spread(whole, days).filter(([, count]) => count > 0)), hard, isFound: true };
};
