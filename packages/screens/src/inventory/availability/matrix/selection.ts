import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import type { MatrixRow } from './rows.ts';

/** A cell, or with `at` -1 a heading, by the id of its row. */
export interface MatrixPlace {
  readonly id: string;
  /** Place of the column. */
  readonly at: number;
}

/** A rectangle of cells: from one corner to the opposite one. */
export interface MatrixSelection {
  readonly anchor: MatrixPlace;
  readonly focus: MatrixPlace;
}

/** The cells of a selection in the current rows. */
export interface SelectedCells {
  /** Places of the first and the last row, headings in between included. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  readonly spaces: readonly AvailabilityRow[];
}

const ends = (a: number, b: number): readonly [number, number] => [Math.min(a, b), Math.max(a, b)];

/** The selected cells; null if a corner is not among the rows any more, or the columns are fewer. */
export const selectedCells = (
  selection: MatrixSelection | null,
  rows: readonly MatrixRow[],
  columnCount: number,
): SelectedCells | null => {
  if (!selection) return null;
  const { anchor, focus } = selection;
  const [from, to] = [anchor.id, focus.id].map((id) => rows.findIndex((row) => row.id === id));
  const columns = ends(anchor.at, focus.at);
  if (from === undefined || to === undefined || from < 0 || to < 0) return null;
  if (columns[0] < 0 || columns[1] >= columnCount) return null;
  const [first, last] = ends(from, to);
  const spaces = rows.slice(first, last + 1).flatMap((row) => (row.kind === 'space' ? [row.space] : []));
  return spaces.length === 0 ? null : { rows: [first, last], columns, spaces };
};
