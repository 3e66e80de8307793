import { civilDays } from '../../calendar/civil-days.ts';
import { readWrittenWeekdays } from '../../calendar/written-weekdays.ts';
import type { Cell } from '../../resource/import/cell.ts';
import type { Sheet } from '../../resource/import/sheet.ts';
import { fold } from '../../text/fold.ts';
import type { BodyColumn } from './body/body-column.ts';
import { readBody } from './body/read-body.ts';
import { type ColumnMeaning, foldTitle, isTitle, meaningOfTitle } from './column-meanings.ts';
import type { DayAxis, DayContext } from './days/day-axis.ts';
import { findAxes } from './days/find-axes.ts';
import { type Grid, gridOf, transposed } from './grid.ts';
import { type OrderFacts, readFacts, readFlight, type WrittenFlight } from './header-facts.ts';
import type { OrderDoubt, OrderLayout, OrderLine, OrderRow, ReadColumn } from './order.ts';
import { durationIn } from './read-cell.ts';
import { readWrittenDays } from './written-dates.ts';

/** What is common to the rows of a table. */
export interface TableContext {
  readonly sheet: number;
  readonly today: string;
  readonly month: number | undefined;
  readonly year: number | undefined;
  readonly flight: WrittenFlight | null;
  readonly facts: OrderFacts;
  doubt(row: number | null, column: number | null, text: string): void;
}

/** A table of a sheet: its header and its rows. */
export interface OrderTable {
  readonly axis: DayAxis | null;
  readonly top: number;
  readonly bottom: number;
  /** The row after the last. */
  readonly end: number;
}

export interface SheetReading {
  readonly facts: OrderFacts;
  readonly lines: readonly OrderLine[];
  readonly doubts: readonly OrderDoubt[];
  readonly columns: readonly ReadColumn[];
  readonly headers: readonly OrderRow[];
}

const titleRows = (grid: Grid, row: number): number => {
  const found = new Set<ColumnMeaning>();
  for (let column = 0; column < grid.width; column += 1) {
    const cell = grid.seen(row, column);
    if (typeof cell !== 'string' || !isTitle(cell)) continue;
    const meaning = meaningOfTitle(cell);
    if (meaning && meaning !== 'ignored') found.add(meaning);
  }
  const has = (...some: ColumnMeaning[]): boolean => some.some((one) => found.has(one));
  return found.size >= 3 &&
    has('programme', 'station', 'time') &&
    has('from', 'to', 'dates', 'units', 'per_day', 'days')
    ? found.size
    : 0;
};

/** Tables without days across: a row of titles, and a row for each line. */
const plainTables = (grid: Grid): readonly OrderTable[] => {
  const tables: OrderTable[] = [];
  for (let row = 0; row < grid.height; row += 1) {
    if (tables.some(({ bottom }) => row <= bottom) || titleRows(grid, row) === 0) continue;
    const bottom = row + 1 < grid.height && titleRows(grid, row + 1) > 0 ? row + 1 : row;
    tables.push({ axis: null, top: row, bottom, end: grid.height });
  }
  return tables.map((table, index) => ({ ...table, end: tables[index + 1]?.top ?? grid.height }));
};

/** Titles of the columns: what the rows of the header say of each, from above to below. */
const titlesOf = (grid: Grid, { top, bottom, axis }: OrderTable): ReadonlyMap<number, string> => {
  const days = new Set(axis?.columns.map(({ column }) => column));
  const titles = new Map<number, string>();
  for (let column = 0; column < grid.width; column += 1) {
    if (days.has(column)) continue;
    const texts: string[] = [];
    for (let row = top; row <= bottom; row += 1) {
      const cell = grid.seen(row, column);
      const merge = grid.merge(row, column);
      // A title over the days says nothing of the other columns.
      const isOverDays =
        merge &&
        axis?.columns.some((day) => day.column >= merge.column && day.column < merge.column + merge.columns);
      if (cell === null || isOverDays) continue;
      const text = String(cell).replace(/\s+/g, ' ').trim();
      if (!texts.includes(text)) texts.push(text);
    }
    // A row of the letterhead just above the titles is not part of them.
    const own = texts.findLast((text) => isTitle(text));
    const whole = texts.join(' ');
    titles.set(column, texts.length > 1 && own !== undefined && !isTitle(whole) ? own : whole);
  }
  return titles;
};

const isNumeric = (cell: Cell): boolean =>
  typeof cell === 'number' ||
  (typeof cell === 'string' && /^(?:rd|us|usd|dop)? ?\$? ?-?[\d.,\s]*\d[\d.,\s]*[%-]?$/i.test(cell.trim()));

/** The texts of a column below its header, for a column whose title says nothing. */
const textsBelow = (grid: Grid, column: number, { bottom, end }: OrderTable): readonly string[] => {
  const texts: string[] = [];
  for (let row = bottom + 1; row < Math.min(end, bottom + 60); row += 1) {
    const cell = grid.own(row, column);
    if (typeof cell === 'string' && !isNumeric(cell) && !/total/i.test(cell)) texts.push(cell);
  }
  return texts;
};

const guess = (texts: readonly string[]): ColumnMeaning | null => {
  if (texts.length === 0) return null;
  const share = (pattern: RegExp): number =>
    texts.filter((text) => pattern.test(fold(text))).length / texts.length;
  if (share(/^\d{1,2}([:.]\d\d)? ?([ap]\.?m?\.?)? ?(-|a|\/)/) > 0.5) return 'time';
  if (share(/^:?\d{1,3} ?("|''|s|seg|segs|segundos)\.?$/) > 0.5) return 'duration';
  return null;
};

/** The meaning that the texts of a column leave of that of its title. */
const settled = (
  meaning: ColumnMeaning | null,
  texts: readonly string[],
  { axis }: OrderTable,
): ColumnMeaning | null => {
  if (texts.length === 0) return meaning;
  // «Cuña» is the count of the spots or what they are: «30 s».
  if (meaning === 'units' && texts.length > 0 && texts.every((text) => durationIn(text) !== null))
    return 'duration';
  if (meaning === 'per_day') {
    // «Frecuencia» is also that of a radio station, and the weekdays.
    if (texts.some((text) => /\b[af]m\b/i.test(text))) return 'station';
    if (texts.every((text) => readWrittenWeekdays(text) !== null)) return 'days';
  }
  // Names below «Día» or «Fecha», with the days across, are those of programmes.
  return axis && meaning === 'dates' && texts.every((text) => !readWrittenDays(text).isPure)
    ? 'programme'
    : meaning;
};

const columnsOf = (
  grid: Grid,
  table: OrderTable,
  { layout, context }: { readonly layout: OrderLayout; readonly context: TableContext },
): readonly (BodyColumn & { readonly title: string })[] => {
  const titles = titlesOf(grid, table);
  const dayColumns = table.axis?.columns.map(({ column }) => column) ?? [];
  const [firstDay, lastDay] = [Math.min(...dayColumns), Math.max(...dayColumns)];
  const columns: (BodyColumn & { readonly title: string })[] = [];
  const untitled: number[] = [];
  for (const [column, title] of titles) {
    const isWithin = column > firstDay && column < lastDay;
    const learned = layout[foldTitle(title)];
    const written = learned ?? meaningOfTitle(title);
    const meaning = learned ?? settled(written, textsBelow(grid, column, table), table);
    if (isWithin && learned === undefined && /tot|sem|sub|suma|cunas|spots|#/.test(fold(title)))
      columns.push({ column, title, meaning: 'subtotal' });
    else if (meaning) columns.push({ column, title, meaning });
    else untitled.push(column);
  }
  for (const column of untitled) {
    const title = titles.get(column) ?? '';
    const texts = textsBelow(grid, column, table);
    const meaning = guess(texts);
    const name = title === '' ? 'sin título' : `«${title.slice(0, 40)}»`;
    if (meaning && !columns.some((one) => one.meaning === meaning)) {
      columns.push({ column, title, meaning });
      context.doubt(
        table.bottom,
        column,
        `La columna ${name} se entendió como ${meaning === 'time' ? 'horario' : 'duración'}.`,
      );
    } else if (
      texts.length > 0 &&
      !columns.some((one) => one.meaning === 'programme') &&
      !(column > firstDay && column < lastDay)
    ) {
      columns.push({ column, title, meaning: 'programme' });
      context.doubt(table.bottom, column, `La columna ${name} se entendió como programa o espacio.`);
    } else if (!isKnownUnused(title)) {
      const isWithin = column > firstDay && column < lastDay;
      let filled = 0;
      for (let row = table.bottom + 1; row < table.end; row += 1) {
        const cell = grid.own(row, column);
        // Beside the days, only what may be units matters.
        if (
          isWithin
            ? cell !== null
            : isNumeric(cell) || (typeof cell === 'string' && /^x+$/i.test(cell.trim()))
        )
          filled += 1;
      }
      if (filled > 0) context.doubt(null, column, `No se sabe qué es la columna ${name}: no se usó.`);
    }
  }
  return columns;
};

/** Titles such as «Material», whose values no quote has. */
const isKnownUnused = (title: string): boolean => meaningOfTitle(title) === 'ignored';

const trim = (sheet: Sheet): Sheet => {
  let last = -1;
  for (const row of sheet.rows) {
    const end = row.findLastIndex((cell) => cell !== null && cell !== '');
    if (end > last) last = end;
  }
  return { ...sheet, rows: sheet.rows.map((row) => (row.length > last + 1 ? row.slice(0, last + 1) : row)) };
};

const isColumnOfDays = (sheet: Sheet): boolean => {
  const { rows } = sheet;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  for (let column = 0; column < Math.min(width, 6); column += 1) {
    const dates = rows.filter((row) => {
      const cell = row[column];
      return (
        typeof cell === 'string' &&
        cell.length <= 30 &&
        /\d/.test(cell) &&
        readWrittenDays(cell).isPure &&
        readWrittenDays(cell).days[0]?.month !== undefined &&
        readWrittenDays(cell).days[0]?.day !== undefined
      );
    });
    if (dates.length >= 3) return true;
  }
  return false;
};

const mostDoubts = 300;

/** Reads the tables of one sheet. */
export function readSheet(
  sheet: Sheet,
  {
    index,
    today,
    layout,
    isTurned = false,
  }: {
    readonly index: number;
    readonly today: string;
    readonly layout: OrderLayout;
    readonly isTurned?: boolean;
  },
): SheetReading {
  const grid = gridOf(trim(sheet));
  const doubts: OrderDoubt[] = [];
  const seen = new Set<string>();
  const doubt = (row: number | null, column: number | null, text: string): void => {
    if (doubts.length > mostDoubts) return;
    const key = `${row} ${column} ${text}`;
    if (seen.has(key)) return;
    seen.add(key);
    // So many doubts are one about the whole sheet.
    doubts.push(
      doubts.length === mostDoubts
        ? { sheet: index, row: null, column: null, text: 'Hay muchas más dudas: revise toda la hoja.' }
        : { sheet: index, row, column, text },
    );
  };
  const begin = (until: number) => {
    const facts = readFacts(grid, until);
    return { facts, ...readFlight(grid, until, { facts, name: sheet.name, today }) };
  };
  // Where the table begins is only known after its days, which need the month of the letterhead.
  let head = begin(Math.min(grid.height, 25));
  const dayContext = (): DayContext => ({
    today,
    month: head.month,
    year: head.year,
  });
  const plain = plainTables(grid);
  let axes = findAxes(grid, dayContext());
  const first = Math.min(axes[0]?.top ?? grid.height, plain[0]?.top ?? grid.height);
  if (first < grid.height) {
    head = begin(first);
    axes = findAxes(grid, dayContext());
  }
  const dated = axes.map(
    (axis, at): OrderTable => ({
      axis,
      top: axis.top,
      bottom: axis.bottom,
      end: axes[at + 1]?.top ?? grid.height,
    }),
  );
  const tables = dated.length > 0 ? dated : plain;
  if (tables.length === 0 && !isTurned && isColumnOfDays(sheet)) {
    const turned = readSheet(transposed(sheet), { index, today, layout, isTurned: true });
    // Days that run down: what was read of its rows are columns.
    const swapped = turned.doubts.map((one) => ({ ...one, row: one.column, column: one.row }));
    const turnedLines = turned.lines.map((line) => ({
      ...line,
      rows: line.rows.map(({ row }) => ({ sheet: index, row: null, ...(row !== null && { column: row }) })),
    }));
    return { ...turned, lines: turnedLines, doubts: swapped, columns: [], headers: [] };
  }
  let meantBefore: ReturnType<typeof columnsOf> = [];
  const lines: OrderLine[] = [];
  const columns: ReadColumn[] = [];
  const headers: OrderRow[] = [];
  for (const table of tables) {
    const context: TableContext = {
      sheet: index,
      today,
      month: head.month,
      year: head.year,
      flight: head.period,
      facts: head.facts,
      doubt,
    };
    for (const text of table.axis?.doubts ?? []) doubt(null, null, text);
    for (const { column, doubt: text } of table.axis?.columns ?? [])
      if (text !== undefined) doubt(null, column, text);
    const days = new Set(table.axis?.columns.map(({ column }) => column));
    const hasTitles = [...titlesOf(grid, table).values()].some((title) => title !== '');
    // A second table whose header has only days has the columns of the first.
    const meant =
      hasTitles || meantBefore.length === 0
        ? columnsOf(grid, table, { layout, context })
        : meantBefore.filter(({ column }) => !days.has(column));
    meantBefore = meant;
    lines.push(...readBody(grid, table, { columns: meant, context }));
    columns.push(
      ...meant.map(({ column, title, meaning }) => ({ sheet: index, column, title, meaning })),
      ...(table.axis?.columns ?? []).map(({ column }) => ({
        sheet: index,
        column,
        title: '',
        meaning: 'day' as const,
      })),
    );
    for (let row = table.top; row <= table.bottom; row += 1) headers.push({ sheet: index, row });
  }
  const flight = head.period;
  if (flight && flight.days.length > 0 && tables.length > 0) {
    const [from = '', to = ''] = [flight.days[0], flight.days.at(-1)];
    const outside =
      civilDays(from, to).length > 0 &&
      lines.some(({ units }) => Object.keys(units).some((day) => day < from || day > to));
    if (outside) doubt(null, null, 'Hay días fuera del período de la orden.');
  }
  return { facts: head.facts, lines, doubts, columns, headers };
}
