import type { Place, Range } from './grid-types.ts';

/** The selected cells: from the cell where the selection began to the active one. */
export interface Selection {
  readonly anchor: Place;
  readonly focus: Place;
}

/** Number of rows and columns. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));

/** The cell nearest to a place. */
export const nearest = ({ row, column }: Place, size: Size): Place => ({
  row: clamp(row, size.rows),
  column: clamp(column, size.columns),
});

/** The rectangle of a selection, within the grid. */
export function rangeOf(selection: Selection, size: Size): Range {
  const [anchor, focus] = [nearest(selection.anchor, size), nearest(selection.focus, size)];
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

/** A key with its modifiers. */
interface Pressed {
  readonly key: string;
  readonly whole: boolean;
}

/**
 * The cell to which a key moves; null for other keys. With Ctrl (`whole`) the arrow keys move to the edge, and Home and
 * End to the first and last cell of the grid.
 */
export function moved(
  { key, whole }: Pressed,
  { row, column }: Place,
  size: Size,
  page: number,
): Place | null {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const targets: Readonly<Record<string, Place>> = {
    ArrowRight: { row, column: whole ? lastColumn : column + 1 },
    ArrowLeft: { row, column: whole ? 0 : column - 1 },
    ArrowDown: { row: whole ? lastRow : row + 1, column },
    ArrowUp: { row: whole ? 0 : row - 1, column },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: whole ? 0 : row, column: 0 },
    End: { row: whole ? lastRow : row, column: lastColumn },
  };
  const target = targets[key];
  return target ? nearest(target, size) : null;
}
