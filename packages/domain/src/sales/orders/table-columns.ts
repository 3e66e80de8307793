import { readWrittenWeekdays } from '../../calendar/written-weekdays.ts';
import type { Cell } from '../../resource/import/cell.ts';
import { fold } from '../../text/fold.ts';
import type { BodyColumn } from './body/body-column.ts';
import { type ColumnMeaning, foldTitle, isTitle, meaningOfTitle } from './column-meanings.ts';
import type { Grid } from './grid.ts';
import type { OrderLayout } from './order.ts';
import type { OrderTable, TableContext } from './order-table.ts';
import { durationIn } from './read-cell.ts';
import { readWrittenDays } from './written-dates.ts';

/** Titles of the columns: what the rows of the header say of each, from above to below. */
export const titlesOf = (grid: Grid, { top, bottom, axis }: OrderTable): ReadonlyMap<number, string> => {
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

/** The columns of a table besides its days, by what they mean; what is not certain has a doubt. */
export const columnsOf = (
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
