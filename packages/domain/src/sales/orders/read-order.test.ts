import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../resource/import/cell.ts';
import type { Sheet } from '../../resource/import/sheet.ts';
import { bonusSection } from './fixtures/bonus-section.ts';
import { daysDown } from './fixtures/days-down.ts';
import type { ExpectedLine, OrderFixture } from './fixtures/fixture.ts';
import { numbers } from './fixtures/fixture.ts';
import { fromToRows } from './fixtures/from-to-rows.ts';
import { fullDates } from './fixtures/full-dates.ts';
import { headersBelow } from './fixtures/headers-below.ts';
import { letterheadBeside } from './fixtures/letterhead-beside.ts';
import { mergedStations } from './fixtures/merged-stations.ts';
import { monthAboveDays } from './fixtures/month-above-days.ts';
import { monthFirst } from './fixtures/month-first.ts';
import { monthSheets } from './fixtures/month-sheets.ts';
import { flightsBeside, monthsBeside, monthsBesideLower, stationsBeside } from './fixtures/months-beside.ts';
import { oneRowADay } from './fixtures/one-row-a-day.ts';
import { pastedText } from './fixtures/pasted-text.ts';
import { secondsInCells } from './fixtures/seconds-in-cells.ts';
import { serialDays } from './fixtures/serial-days.ts';
import { shortDays } from './fixtures/short-days.ts';
import { textDays } from './fixtures/text-days.ts';
import { uncertainCells } from './fixtures/uncertain-cells.ts';
import { englishMix } from './fixtures/unseen/english-mix.ts';
import { stationTitles } from './fixtures/unseen/station-titles.ts';
import { twoFormats } from './fixtures/unseen/two-formats.ts';
import { weeksStacked } from './fixtures/unseen/weeks-stacked.ts';
import { writtenFlights } from './fixtures/unseen/written-flights.ts';
import { weekdayColumns } from './fixtures/weekday-columns.ts';
import { weekdayLetters } from './fixtures/weekday-letters.ts';
import { weeksAsColumns } from './fixtures/weeks-as-columns.ts';
import { weeksOfLetters } from './fixtures/weeks-of-letters.ts';
import { writtenLists } from './fixtures/written-lists.ts';
import { wrongTotals } from './fixtures/wrong-totals.ts';
import { isAbout, type OrderLine, type ReadOrder } from './order.ts';
import { readOrder } from './read-order.ts';

const fixtures: readonly OrderFixture[] = [
  weeksAsColumns,
  headersBelow,
  letterheadBeside,
  fullDates,
  monthAboveDays,
  weekdayLetters,
  textDays,
  shortDays,
  serialDays,
  monthSheets,
  fromToRows,
  oneRowADay,
  mergedStations,
  wrongTotals,
  secondsInCells,
  weekdayColumns,
  weeksOfLetters,
  daysDown,
  monthFirst,
  bonusSection,
  writtenLists,
  pastedText,
  uncertainCells,
  monthsBeside,
  monthsBesideLower,
  flightsBeside,
  stationsBeside,
];

/** Written after the parser was finished, by somebody who had not seen it. */
const unseen: readonly OrderFixture[] = [weeksStacked, stationTitles, englishMix, twoFormats, writtenFlights];

type Cells = ReadonlyMap<string, number>;

const cellsOf = ({ units }: ExpectedLine): Cells =>
  new Map(
    Object.entries(units).flatMap(([month, days]) =>
      Object.entries(days).map(([day, count]) => [`${month}-${day.padStart(2, '0')}`, count] as const),
    ),
  );

/** Compares an order with what a person reads in it, cell by cell. */
const compare = ({ sheets, today, lines }: OrderFixture, read: ReadOrder) => {
  const rest = [...read.lines];
  let [right, all] = [0, 0];
  const silent: string[] = [];
  const wrong: string[] = [];
  const about = (line: OrderLine): boolean =>
    line.rows.some((row) => read.doubts.some((doubt) => isAbout(doubt, row)));
  for (const expected of lines) {
    const cells = cellsOf(expected);
    const isSame = (line: OrderLine): boolean =>
      line.programme === expected.programme &&
      (expected.seconds === undefined || line.duration_sec === expected.seconds);
    const at = rest.findIndex(isSame);
    const line = at < 0 ? undefined : rest.splice(at, 1)[0];
    for (const day of new Set([...cells.keys(), ...Object.keys(line?.units ?? {})])) {
      all += 1;
      if ((line?.units[day] ?? 0) === (cells.get(day) ?? 0)) right += 1;
      else {
        const text = `${expected.programme} ${day}: ${line?.units[day] ?? 0} instead of ${cells.get(day) ?? 0}`;
        wrong.push(text);
        if (line ? !about(line) : !read.doubts.some(({ row, column }) => row === null || column === null))
          silent.push(text);
      }
    }
    if (expected.station !== undefined && line && line.station !== expected.station && !about(line))
      silent.push(`${expected.programme}: ${line.station}`);
  }
  for (const line of rest) {
    all += Object.keys(line.units).length;
    wrong.push(`${line.programme} is not in the order`);
    if (!about(line)) silent.push(`${line.programme} is not in the order`);
  }
  return { share: right / all, wrong, silent, sheets, today };
};

describe('orders in different layouts', () => {
  test.each([...fixtures, ...unseen].map((one) => [one.name, one] as const))('%s', (_, fixture) => {
    const read = readOrder(fixture.sheets, { today: fixture.today });
    const { share, wrong, silent } = compare(fixture, read);
    expect(silent).toEqual([]);
    expect(share, wrong.join('; ')).toBeGreaterThanOrEqual(0.9);
  });
});

test('a table to the right that cannot be read is a doubt about its first column', () => {
  const [sheet = { name: '', rows: [], merges: [] }] = monthsBeside.sheets;
  const at = sheet.rows[3]?.lastIndexOf('Programa') ?? 0;
  const rows = sheet.rows.map((row, index) =>
    index === 3 ? row.map((cell, column) => (column > at + 2 ? `día ${column} de diez` : cell)) : row,
  );
  const read = readOrder([{ ...sheet, rows }], { today: monthsBeside.today });
  expect(read.doubts).toContainEqual({
    sheet: 0,
    row: null,
    column: at,
    text: 'Aquí parece empezar otra tabla y no se pudo leer: revise esta parte de la hoja.',
  });
});

test('the flight of an order is that of its letterheads, if any unit is in it', () => {
  const sheetOf = (period: string) => ({
    name: 'Hoja1',
    rows: [
      ['Campaña:', 'Verano'],
      ['Período:', period],
      ['Programa', 'Desde', 'Hasta', 'Cuñas por día'],
      ['Matinal', '03/11/2026', '05/11/2026', 2],
    ],
    merges: [],
  });
  const flightOf = (...periods: readonly string[]) =>
    readOrder(periods.map(sheetOf), { today: '2026-10-20' }).flight;
  expect(flightOf('del 1 al 30 de noviembre de 2026')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(flightOf('02/11/2026 al 15/11/2026', '05/11/2026 al 20/11/2026')).toEqual({
    from: '2026-11-02',
    to: '2026-11-20',
  });
  expect(flightOf('del 1 al 30 de noviembre de 2025')).toBeNull();
  expect(flightOf('según acuerdo')).toBeNull();
});

test('the same programmes in two tables beside each other are one line each', () => {
  const { lines, doubts } = readOrder(monthsBeside.sheets, { today: monthsBeside.today });
  expect(lines.map(({ programme }) => programme)).toEqual([
    'Mañanas de Hoy',
    'Debate Abierto',
    'Cine del Sábado',
  ]);
  expect(doubts).toEqual([]);
});

/** Milliseconds of the fastest of three times. */
const fastest = (work: () => unknown): number =>
  Math.min(
    ...numbers(1, 3).map(() => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );

describe('readOrder', () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }) },
    fc.constantFrom(
      'X',
      'x',
      'xx',
      '2x30',
      '-',
      'L',
      'M',
      'S',
      'TOTAL',
      'Programa',
      'Emisora',
      'Duración',
      'Desde',
      'Hasta',
      'Cuñas',
      'Fechas',
      'Semana del 2 al 8 de noviembre',
      'NOVIEMBRE 2026',
      '3-nov',
      'lun 3 nov',
      '31/02/2026',
      '2026-11-02',
      '30"',
      'L-V',
      'Del 9 al 13 de noviembre',
    ),
    fc.string({ maxLength: 12 }),
    fc.double({ noNaN: false }),
    fc.boolean(),
  );
  const grid: fc.Arbitrary<Sheet> = fc.record({
    name: fc.constantFrom('Hoja1', 'Nov 2026', ''),
    rows: fc.array(fc.array(cell, { maxLength: 14 }), { maxLength: 14 }),
    merges: fc.array(
      fc.record({
        row: fc.nat(12),
        column: fc.nat(12),
        rows: fc.integer({ min: 1, max: 3 }),
        columns: fc.integer({ min: 1, max: 5 }),
      }),
      { maxLength: 4 },
    ),
  });

  test('any cells are read to whole positive units on civil days', () => {
    fc.assert(
      fc.property(fc.array(grid, { maxLength: 3 }), (sheets) => {
        const { lines, doubts } = readOrder(sheets, { today: '2026-10-20' });
        for (const { units } of lines)
          for (const [day, count] of Object.entries(units)) {
            expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
            expect(Number.isInteger(count) && count > 0).toBe(true);
          }
        if (lines.length === 0) expect(doubts.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [
      'counts',
      (row: number, column: number): Cell => (column < 3 ? `Texto ${row} ${column}` : (row * column) % 3),
    ],
    ['texts', (row: number, column: number): Cell => `Programa ${row * 400 + column}`],
    ['dates', (row: number, column: number): Cell => `${(row % 28) + 1}/${(column % 12) + 1}/2026`],
    ['days', (_: number, column: number): Cell => (column % 30) + 1],
    ['crosses', (): Cell => 'X'],
  ])('the time for a sheet of %s grows with its rows, not faster', (_, value) => {
    const rows = numbers(0, 499).map((row) => numbers(0, 399).map((column) => value(row, column)));
    rows[2] = ['Emisora', 'Programa', 'Dur', ...numbers(0, 396).map((at) => (at % 30) + 1)];
    const read = (count: number) =>
      fastest(() =>
        readOrder([{ name: 'Noviembre 2026', rows: rows.slice(0, count), merges: [] }], {
          today: '2026-10-20',
        }),
      );
    read(50);
    // Ten times the rows. Other processes take their share of the clock; what grows with the square is beyond it.
    expect(read(500)).toBeLessThan(read(50) * 50);
  });
});
