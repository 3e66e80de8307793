import { isTitle } from '../column-meanings.ts';
import type { Grid } from '../grid.ts';
import type { OrderLine } from '../order.ts';
import type { OrderTable, TableContext } from '../order-table.ts';
import type { BodyColumn } from './body-column.ts';
import { isTotal, numberOf, textOf } from './cell-texts.ts';
import { checkColumns } from './check-columns.ts';
import { checkRows } from './check-rows.ts';
import { type CountAcross, countAcross } from './count-across.ts';
import { countDown } from './count-down.ts';
import type { CellDoubt, CountedRow, TotalRow } from './counted-row.ts';
import { flightOf, type RowFlight, usualDaysOf } from './row-flight.ts';
import { type RowTexts, rowTexts } from './row-texts.ts';
import { type TableBody, tableBody } from './table-body.ts';

interface Reading {
  readonly body: TableBody;
  readonly texts: RowTexts;
  readonly flightOf: (row: number) => RowFlight | null;
  readonly counted: CountedRow[];
  readonly totals: TotalRow[];
}

const say = ({ context }: TableBody, doubts: readonly CellDoubt[]): void => {
  for (const { row, column, text } of doubts) context.doubt(row, column, text);
};

/** Whether numbers without any text are the sums of the rows above, of all or since the last total. */
const isSumAbove = (
  { body, counted, totals }: Reading,
  { byColumn }: Pick<CountAcross, 'byColumn'>,
): boolean =>
  counted.length > 1 &&
  [totals.at(-1)?.since ?? 0, 0].some((since) =>
    body.dayColumns.every(
      ({ column }) =>
        counted.slice(since).reduce((sum, one) => sum + (one.byColumn.get(column) ?? 0), 0) ===
        (byColumn.get(column) ?? 0),
    ),
  );

/** A row with cells below the days and no units: the programme of the rows below, or a row that asks for nothing. */
const readProgramme = ({ body, texts }: Reading, row: number, doubts: readonly CellDoubt[]): void => {
  if (body.textAt(row, 'programme') === '') return;
  texts.programme(row);
  const units = body.of('units');
  if (units.some((column) => (numberOf(body.grid.own(row, column)) ?? 0) > 0))
    body.context.doubt(row, units[0] ?? null, 'Tiene un total y ningún día con cuñas.');
  say(body, doubts);
};

/** A row of a table with days across; with a duration for each column, a line for each duration. */
const readAcross = (reading: Reading, row: number): void => {
  const { body, texts, counted, totals } = reading;
  const { grid, columns, dayColumns, context } = body;
  const { units, hard, ...count } = countAcross(body, row, reading);
  if (count.sum === 0) {
    readProgramme(reading, row, hard);
    return;
  }
  const hasTexts = columns.some(
    ({ column, meaning }) =>
      meaning !== 'subtotal' && meaning !== 'ignored' && typeof grid.seen(row, column) === 'string',
  );
  if (!hasTexts) {
    if (isSumAbove(reading, count)) {
      totals.push({ row, label: 'total', since: counted.length });
      return;
    }
    context.doubt(row, null, 'La fila tiene cuñas y no dice el programa.');
  }
  const line = texts.describe(row);
  say(body, hard);
  const lengths = [...new Set(dayColumns.flatMap(({ seconds }) => seconds ?? []))];
  if (lengths.length === 0) {
    counted.push({ row, ...count, line: { ...line, units } });
    return;
  }
  for (const seconds of lengths) {
    const among = dayColumns.filter((one) => one.seconds === seconds);
    const { units: own, hard: _, ...part } = countAcross(body, row, { ...reading, among });
    if (part.sum === 0) continue;
    // The total of the row is that of all durations.
    const others = [count.sum, ...part.others];
    counted.push({ row, ...part, others, line: { ...line, units: own, duration_sec: seconds } });
  }
};

/** A row of a table with the flight of each row in columns. */
const readDown = (
  { body, texts, counted, flightOf: flight }: Reading,
  row: number,
  usual: ReturnType<typeof usualDaysOf>,
): void => {
  const { units, hard, isFound } = countDown(body, row, { flightOf: flight, usual });
  if (!isFound) return;
  if (units.size === 0 && body.textAt(row, 'programme') === '' && body.textAt(row, 'station') === '') return;
  const line = { ...texts.describe(row), units: Object.fromEntries(units) };
  say(body, hard);
  const sum = [...units.values()].reduce((total, one) => total + one, 0);
  if (sum > 0) counted.push({ row, sum, others: [], soft: [], byColumn: new Map(), seconds: null, line });
};

/** Reads a row that asks for no units: a total, a title of the rows below, titles again. False for any other row. */
const readOther = (
  { body, texts, counted, totals }: Reading,
  row: number,
  { besideDays, hasDays }: { readonly besideDays: readonly number[]; readonly hasDays: boolean },
): boolean => {
  const { grid, of } = body;
  const beside = besideDays.flatMap((column) => {
    const cell = grid.own(row, column);
    return cell === null ? [] : [{ column, cell, text: textOf(cell) }];
  });
  const [first] = beside;
  if (!first) return !hasDays;
  const label = beside.find(({ text }) => text !== '' && isTotal(text))?.text;
  const hasOwn = of('time', 'duration').some((column) => {
    const text = textOf(grid.own(row, column));
    return text !== '' && !isTotal(text);
  });
  if (label !== undefined && !hasOwn) {
    totals.push({ row, label, since: counted.length });
    return true;
  }
  if (!hasDays && beside.length === 1 && typeof first.cell === 'string') {
    texts.title(first.text, { row, column: first.column });
    return true;
  }
  return beside.filter(({ cell }) => typeof cell === 'string' && isTitle(cell)).length >= 3;
};

/** Reads the rows of a table. */
export function readBody(
  grid: Grid,
  table: OrderTable,
  about: { readonly columns: readonly BodyColumn[]; readonly context: TableContext },
): readonly OrderLine[] {
  const body = tableBody(grid, table, about);
  const usual = usualDaysOf(body);
  const reading: Reading = {
    body,
    texts: rowTexts(body),
    flightOf: (row) => flightOf(body, row, usual),
    counted: [],
    totals: [],
  };
  const isDay = new Set(body.dayColumns.map(({ column }) => column));
  const besideDays = Array.from({ length: grid.width }, (_, column) => column).filter(
    (column) => !isDay.has(column),
  );
  for (const row of body.rows) {
    const hasDays = body.dayColumns.some(({ column }) => grid.own(row, column) !== null);
    if (readOther(reading, row, { besideDays, hasDays })) continue;
    if (body.isAcross) readAcross(reading, row);
    else readDown(reading, row, usual);
  }
  const lines = checkRows(body, reading.counted);
  checkColumns(body, reading);
  return lines;
}
