import type { Sheet } from '../../resource/import/sheet.ts';
import { readBody } from './body/read-body.ts';
import type { DayContext } from './days/day-axis.ts';
import { findAxes, lastDayOf } from './days/find-axes.ts';
import { type Grid, gridOf, transposed } from './grid.ts';
import { type OrderFacts, readFacts, readFlight, type WrittenFlight } from './header-facts.ts';
import type { OrderDoubt, OrderFlight, OrderLayout, OrderLine, OrderRow, ReadColumn } from './order.ts';
import type { OrderTable, TableContext } from './order-table.ts';
import { plainTables } from './plain-tables.ts';
import { partsBeside } from './side-by-side.ts';
import { columnsOf, titlesOf } from './table-columns.ts';
import { readWrittenDays } from './written-dates.ts';

export interface SheetReading {
  readonly facts: OrderFacts;
  readonly flight: OrderFlight | null;
  readonly lines: readonly OrderLine[];
  readonly doubts: readonly OrderDoubt[];
  readonly columns: readonly ReadColumn[];
  readonly headers: readonly OrderRow[];
}

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

/** Collects the doubts about a sheet, each once. */
const doubtsOf = (sheet: number) => {
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
        ? { sheet, row: null, column: null, text: 'Hay muchas más dudas: revise toda la hoja.' }
        : { sheet, row, column, text },
    );
  };
  return { doubts, doubt };
};

/** The tables of a grid below each other. */
const tablesIn = (grid: Grid, context: DayContext): readonly OrderTable[] => {
  const axes = findAxes(grid, context);
  if (axes.length === 0) return plainTables(grid);
  return axes.map((axis, at) => ({
    axis,
    top: axis.top,
    bottom: axis.bottom,
    end: axes[at + 1]?.top ?? grid.height,
  }));
};

/** Whether a part of a grid has a table of its own; one or two days may be anything. */
const hasTable = (part: Grid, context: DayContext, withDays: boolean): boolean =>
  tablesIn(part, context).some(({ axis }) => (axis === null ? !withDays : axis.columns.length >= 3));

/** The tables of a sheet with the part of it that each is read in, and the letterhead above the first. */
const layoutOf = (
  grid: Grid,
  {
    name,
    today,
    doubt,
  }: { readonly name: string; readonly today: string; readonly doubt: TableContext['doubt'] },
) => {
  const begin = (until: number) => {
    const facts = readFacts(grid, until);
    return { facts, ...readFlight(grid, until, { facts, name, today }) };
  };
  // Where the table begins is only known after its days, which need the month of the letterhead.
  const guess = begin(Math.min(grid.height, 25));
  const contextOf = ({ month, year }: typeof guess): DayContext => ({ today, month, year });
  const top = Math.min(
    ...[...tablesIn(grid, contextOf(guess)), ...plainTables(grid)].map((table) => table.top),
    grid.height,
  );
  const head = top < grid.height ? begin(top) : guess;
  const context = contextOf(head);
  const { parts, unread } = partsBeside(grid, top, (part, withDays) => hasTable(part, context, withDays));
  for (const column of unread)
    doubt(null, column, 'Aquí parece empezar otra tabla y no se pudo leer: revise esta parte de la hoja.');
  const tables: { readonly part: Grid; readonly table: OrderTable }[] = [];
  for (const part of parts) {
    const axis = tables.at(-1)?.table.axis;
    const last = axis ? lastDayOf(axis) : undefined;
    tables.push(...tablesIn(part, { ...context, last }).map((table) => ({ part, table })));
  }
  return { head, tables };
};

/** Reads a sheet whose days run down: what is read of its rows are columns. */
const readTurned = (sheet: Sheet, options: SheetOptions): SheetReading => {
  const turned = readSheet(transposed(sheet), { ...options, isTurned: true });
  return {
    ...turned,
    lines: turned.lines.map((line) => ({
      ...line,
      rows: line.rows.map(({ row }) => ({
        sheet: options.index,
        row: null,
        ...(row !== null && { column: row }),
      })),
    })),
    doubts: turned.doubts.map((one) => ({ ...one, row: one.column, column: one.row })),
    columns: [],
    headers: [],
  };
};

interface SheetOptions {
  readonly index: number;
  readonly today: string;
  readonly layout: OrderLayout;
  readonly isTurned?: boolean;
}

/** The first and the last day of a written flight. */
const flightOf = (flight: WrittenFlight | null): OrderFlight | null => {
  const [from, to] = [flight?.days[0], flight?.days.at(-1)];
  return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
};

/** Reads the tables of one sheet. */
export function readSheet(sheet: Sheet, options: SheetOptions): SheetReading {
  const { index, today, layout, isTurned = false } = options;
  const { doubts, doubt } = doubtsOf(index);
  const { head, tables } = layoutOf(gridOf(trim(sheet)), { name: sheet.name, today, doubt });
  if (tables.length === 0 && !isTurned && isColumnOfDays(sheet)) return readTurned(sheet, options);
  const { month, year, facts, period: flight } = head;
  const context: TableContext = { sheet: index, today, month, year, flight, facts, doubt };
  let meantBefore: ReturnType<typeof columnsOf> = [];
  const lines: OrderLine[] = [];
  const columns: ReadColumn[] = [];
  const headers: OrderRow[] = [];
  for (const { part, table } of tables) {
    const dayColumns = table.axis?.columns ?? [];
    for (const text of table.axis?.doubts ?? []) doubt(null, null, text);
    for (const { column, doubt: text } of dayColumns) if (text !== undefined) doubt(null, column, text);
    const days = new Set(dayColumns.map(({ column }) => column));
    const hasTitles = [...titlesOf(part, table).values()].some((title) => title !== '');
    // A second table whose header has only days has the columns of the first.
    const meant =
      hasTitles || meantBefore.length === 0
        ? columnsOf(part, table, { layout, context })
        : meantBefore.filter(({ column }) => !days.has(column));
    meantBefore = meant;
    lines.push(...readBody(part, table, { columns: meant, context }));
    columns.push(
      ...meant.map(({ column, title, meaning }) => ({ sheet: index, column, title, meaning })),
      ...dayColumns.map(({ column }) => ({ sheet: index, column, title: '', meaning: 'day' as const })),
    );
    for (let row = table.top; row <= table.bottom; row += 1) headers.push({ sheet: index, row });
  }
  const period = flightOf(flight);
  const days = lines.flatMap(({ units }) => Object.keys(units));
  const isWithin = (day: string): boolean => period !== null && day >= period.from && day <= period.to;
  if (period && !days.every(isWithin)) doubt(null, null, 'Hay días fuera del periodo de la orden.');
  return {
    facts,
    flight: days.some(isWithin) ? period : null,
    lines,
    doubts,
    columns,
    headers,
  };
}
