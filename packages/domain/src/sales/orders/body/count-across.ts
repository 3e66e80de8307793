import { readWrittenWeekdays } from '../../../calendar/written-weekdays.ts';
import type { Merge } from '../../../resource/import/sheet.ts';
import type { DayColumn } from '../days/day-axis.ts';
import type { OrderLine } from '../order.ts';
import { isUsualDuration, readUnits } from '../read-cell.ts';
import { weekdayOf } from '../written-dates.ts';
import { numberOf } from './cell-texts.ts';
import type { CellDoubt, RowCount } from './counted-row.ts';
import type { RowFlight } from './row-flight.ts';
import { spread } from './spread.ts';
import type { TableBody } from './table-body.ts';

/** The units of a row by day, and the doubts that no total settles. */
export interface CountAcross extends RowCount {
  readonly units: OrderLine['units'];
  readonly hard: readonly CellDoubt[];
}

interface Tally {
  readonly units: Record<string, number>;
  readonly byColumn: Map<number, number>;
  readonly soft: CellDoubt[];
  readonly hard: CellDoubt[];
  sum: number;
  week: number;
}

const add = ({ units }: Tally, day: string, count: number): void => {
  if (count > 0) units[day] = (units[day] ?? 0) + count;
};

/** The days, one a column, that joined cells are over. */
const daysUnder = (merge: Merge | undefined, column: number, dayColumns: readonly DayColumn[]) =>
  merge && merge.columns > 1
    ? dayColumns.filter(
        (one) => one.column >= column && one.column < merge.column + merge.columns && one.days.length === 1,
      )
    : [];

/** A cell over several days: a cross is one in each; a number is divided if it can be. */
const addJoined = (
  tally: Tally,
  days: readonly DayColumn[],
  { units, isNumber, row, column }: { units: number; isNumber: boolean; row: number; column: number },
): void => {
  const each = isNumber ? (units % days.length === 0 ? units / days.length : null) : units;
  tally.soft.push({
    row,
    column,
    text:
      each === null
        ? 'La celda abarca varios días: se contó en el primero.'
        : `La celda abarca ${days.length} días: se entendió ${each} en cada uno.`,
  });
  for (const one of each === null ? days.slice(0, 1) : days) {
    const count = each ?? units;
    tally.byColumn.set(one.column, count);
    tally.sum += count;
    for (const day of one.days) add(tally, day, count);
  }
};

/** A cell of one day, of the days of a week, or of a weekday of the flight. */
const addCell = (
  tally: Tally,
  { column, days, weekday }: DayColumn,
  {
    units,
    row,
    flight,
    weekdays,
  }: { units: number; row: number; flight: RowFlight | null; weekdays: readonly number[] | null },
): void => {
  const here = { row, column };
  tally.byColumn.set(column, units);
  if (weekday !== undefined) {
    const found = flight?.days.filter((day) => weekdayOf(day) === weekday) ?? [];
    if (!flight) tally.hard.push({ ...here, text: 'No se encontró desde cuándo y hasta cuándo.' });
    for (const day of found) add(tally, day, units);
    tally.sum += units * found.length;
    tally.week += units;
    return;
  }
  tally.sum += units;
  if (days.length === 0)
    tally.hard.push({ ...here, text: 'No se encontró la fecha de esta columna: no se contó.' });
  if (days.length <= 1) {
    for (const day of days) add(tally, day, units);
    return;
  }
  const possible = weekdays ? days.filter((day) => weekdays.includes(weekdayOf(day))) : days;
  const over = possible.length > 0 ? possible : days;
  for (const [day, count] of spread(units, over)) add(tally, day, count);
  tally.hard.push({
    ...here,
    text: `Las ${units} cuñas de la semana se repartieron en ${over.length} días.`,
  });
};

/** The usual duration that all cells have instead of a count; negative if they name it beside the count. */
const secondsOf = (values: readonly number[], named: number | null): number | null => {
  const [value] = values;
  const isSame =
    value !== undefined && values.every((one) => one === value) && isUsualDuration(value) && value >= 10;
  return isSame ? value : named === null ? null : -named;
};

/** Counts the units of a row in columns of days: in all of the table, or in those of one duration. */
export const countAcross = (
  { grid, dayColumns, textAt }: TableBody,
  row: number,
  {
    among = dayColumns,
    flightOf,
  }: { readonly among?: readonly DayColumn[]; readonly flightOf: (row: number) => RowFlight | null },
): CountAcross => {
  const tally: Tally = { units: {}, byColumn: new Map(), soft: [], hard: [], sum: 0, week: 0 };
  const values: number[] = [];
  let named: number | null = null;
  const flight = dayColumns.some(({ weekday }) => weekday !== undefined) ? flightOf(row) : null;
  const days = textAt(row, 'days');
  const weekdays = days === '' ? null : readWrittenWeekdays(days);
  for (const one of among) {
    const { column } = one;
    const cell = grid.own(row, column);
    if (cell === null || cell === 0) continue;
    const { units, doubt, seconds } = readUnits(cell);
    if (doubt !== undefined) (units > 0 ? tally.soft : tally.hard).push({ row, column, text: doubt });
    if (units === 0) continue;
    const isNumber = numberOf(cell) !== null;
    values.push(isNumber ? units : 0);
    named ??= seconds ?? null;
    const merge = grid.merge(row, column);
    if (merge && merge.rows > 1)
      tally.hard.push({ row, column, text: 'La celda abarca varias filas: se contó en la primera.' });
    const joined = daysUnder(merge, column, dayColumns);
    if (joined.length > 1) addJoined(tally, joined, { units, isNumber, row, column });
    else addCell(tally, one, { units, row, flight, weekdays });
  }
  const { week, ...count } = tally;
  return {
    ...count,
    others: [week, values.length].filter((one) => one > 0),
    seconds: secondsOf(values, named),
  };
};
