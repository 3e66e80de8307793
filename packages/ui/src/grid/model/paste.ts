import { readSheetText } from '@pauta/domain/resource/import/sheet-text.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import {
  blankOf,
  type GridChange,
  type GridColumn,
  type GridRow,
  isOpenCell,
  isWritable,
  type NewGridRow,
  type Place,
  type Range,
  valueIn,
} from './grid-types.ts';
import { changeOf, type Sheet } from './operations.ts';
import { decimalOf, readCell } from './read-cell.ts';

/** A pasted cell that was not taken. */
export interface PasteProblem {
  /** Number of the row in the grid, from 1. */
  readonly row: number;
  readonly column: string;
  /** Index of the column. */
  readonly place: number;
  readonly problem: string;
}

/** What a paste changes, and what of it is not taken. */
export interface Paste {
  readonly changes: readonly GridChange[];
  /** Rows beyond the last one. */
  readonly added: readonly NewGridRow[];
  readonly problems: readonly PasteProblem[];
  /** Sentences about columns and rows that were left out as a whole. */
  readonly notes: readonly string[];
  /** Number of cells that were taken. */
  readonly taken: number;
}

interface Options {
  /** The range into which one cell is repeated; its upper left corner is where more cells begin. */
  readonly range: Range;
  /** Maximum number of rows that may be added; 0 if none can be. */
  readonly room: number;
}

/** Columns by the titles in the first pasted row; null if it is no row of titles. */
function byTitles(
  first: readonly string[],
  columns: readonly GridColumn[],
): readonly (GridColumn | null)[] | null {
  const targets = first.map((title) => {
    const wanted = fold(title);
    return (
      columns.find(({ label, name }) => wanted !== '' && (fold(label) === wanted || name === wanted)) ?? null
    );
  });
  const found = targets.filter((target) => target !== null).length;
  return found >= 2 && found * 2 > first.filter((title) => title !== '').length ? targets : null;
}

const cellsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'celda' : 'celdas'}`;
const columnsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'columna' : 'columnas'}`;
const rowsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'fila' : 'filas'}`;

/**
 * Reads cells that were copied from a spreadsheet into a grid. A cell that cannot be read is reported and does not
 * prevent the others. Subtotals are passed over. A first row that contains the labels of columns decides where each
 * pasted column goes.
 */
export function planPaste(sheet: Sheet, text: string, { range, room }: Options): Paste {
  const cells = readSheetText(text);
  const first = cells[0] ?? [];
  const start: Place = { row: range.top, column: range.left };
  const isRepeated = cells.length === 1 && first.length === 1;
  const titles = isRepeated ? null : byTitles(first, sheet.columns);
  const pasted = titles ? cells.slice(1) : cells;
  const width = pasted.reduce((widest, row) => Math.max(widest, row.length), 0);
  const places = sheet.rows.flatMap((row, at) =>
    at >= start.row && row.isSubtotal !== true ? [{ row, at }] : [],
  );
  const targetOf = (at: number): GridColumn | undefined =>
    titles ? (titles[at] ?? undefined) : sheet.columns[start.column + at];

  const changes: GridChange[] = [];
  const problems: PasteProblem[] = [];
  const notes: string[] = [];
  let taken = 0;
  let rounded = 0;
  let read: Record<string, string> = {};
  const decimal = decimalOf(pasted.flatMap((row) => row.filter((_, at) => targetOf(at)?.kind === 'amount')));
  /** @param row absent for a new row */
  const readInto = (
    column: GridColumn,
    cell: string,
    at: number,
    row: GridRow | undefined,
  ): string | null => {
    const result = readCell(column, cell, decimal);
    const refuse = (problem: string): null => {
      const place = sheet.columns.indexOf(column);
      problems.push({ row: at + 1, column: column.label, place, problem });
      return null;
    };
    if (!result.ok) return refuse(result.problem);
    if (row && !isOpenCell(row, column))
      return valueIn(row, column) === result.value ? null : refuse('Esta celda ya no se escribe.');
    taken += 1;
    if (result.isRounded) rounded += 1;
    return result.value;
  };

  if (isRepeated) {
    const [cell = ''] = first;
    for (const { row, at } of places.filter((place) => place.at <= range.bottom))
      for (const column of sheet.columns.slice(range.left, range.right + 1).filter(isWritable)) {
        const value = readInto(column, cell, at, row);
        if (value !== null) changes.push(...changeOf(row, column, value));
      }
    return { changes, added: [], problems, notes: roundedNote(rounded), taken };
  }

  const left: string[] = [];
  for (let at = 0; at < width; at += 1) {
    const column = targetOf(at);
    const isEmpty = pasted.every((row) => (row[at] ?? '') === '');
    if (isEmpty || (column && isWritable(column))) continue;
    const title = titles ? (first[at] ?? '') : '';
    if (column) notes.push(`«${column.label}» se calcula: esa columna no se pegó.`);
    else left.push(title);
  }
  if (left.length > 0) {
    const named = left.filter((title) => title !== '').map((title) => `«${title}»`);
    notes.push(
      `No ${left.length === 1 ? 'cupo' : 'cupieron'} ${columnsOf(left.length)}${
        named.length > 0 ? `: ${named.join(', ')}` : ' a la derecha'
      }.`,
    );
  }
  const added: NewGridRow[] = [];
  let lost = 0;
  const end = sheet.rows.length;
  for (const [index, row] of pasted.entries()) {
    const place = places[index];
    const isEmpty = row.every((cell) => cell === '');
    if (!place && isEmpty) continue;
    if (!place && added.length >= room) {
      lost += 1;
      continue;
    }
    const at = place ? place.at : end + added.length;
    read = {};
    for (const [column, cell] of row.entries()) {
      const target = targetOf(column);
      if (!target || !isWritable(target)) continue;
      // An empty cell of a new row is not an input.
      if (!place && cell === '') continue;
      const value = readInto(target, cell, at, place?.row);
      if (value === null) continue;
      if (place) changes.push(...changeOf(place.row, target, value));
      else read[target.name] = value;
    }
    if (!place) added.push(read);
  }
  if (lost > 0)
    notes.push(
      `${room === 0 && added.length === 0 ? 'Aquí no se agregan filas' : 'No caben más filas'}: no se ${
        lost === 1 ? 'pegó' : 'pegaron'
      } ${rowsOf(lost)}.`,
    );
  return { changes, added, problems, notes: [...notes, ...roundedNote(rounded)], taken };
}

const roundedNote = (rounded: number): readonly string[] =>
  rounded === 0
    ? []
    : [
        `${cellsOf(rounded)} ${rounded === 1 ? 'se redondeó' : 'se redondearon'} a los decimales de su columna.`,
      ];

/** A row of values for {@link NewGridRow} with every column that is absent at its blank value. */
export const completed = (row: NewGridRow, columns: readonly GridColumn[]): NewGridRow =>
  Object.fromEntries(
    columns.filter(isWritable).map((column) => [column.name, row[column.name] ?? blankOf(column)]),
  );

/** The texts of a range, as they are copied. */
export const textsIn = (
  { rows, columns }: Sheet,
  { top, bottom, left, right }: Range,
  textOf: (row: GridRow, column: GridColumn) => string,
): readonly (readonly string[])[] =>
  rows
    .slice(top, bottom + 1)
    .map((row) => columns.slice(left, right + 1).map((column) => textOf(row, column)));
