import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { salesBudgetLines } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { OpenCell } from '@pauta/ui/grid/grid.tsx';
import type { GridNote } from '@pauta/ui/grid/grid-line.tsx';
import { usePresence } from '@pauta/ui/live/use-presence.ts';
import { useCallback, useMemo } from 'react';

/** A cell of the grid that somebody else is editing. */
export interface OthersCell {
  readonly row: string;
  readonly column: string;
  readonly text: string;
  readonly by: string;
}

export interface CellPresence {
  readonly others: readonly OthersCell[];
  /** What is said about a cell that somebody else has open. */
  noteOf(row: string, column: string): GridNote | undefined;
  /** For `onOpen` of the grid. */
  onOpen(cell: OpenCell | null): void;
}

const typed = (text: string): string => (text === '' ? '' : `: «${text}»`);

const fields: Fields = salesBudgetLines.fields;
const labelOf = (column: string): string => fields[column]?.label ?? column;

/** @example describeOther(cell, 'Radio') // 'Ana Peñaló escribe en «Radio», Ene: «1500»' */
export const describeOther = ({ by, column, text }: OthersCell, row: string): string =>
  `${by} escribe en «${row}», ${labelOf(column)}${typed(text)}`;

/**
 * Cells of a grid that others have open, and tells them which one is open here.
 *
 * @param document id of the document of which the rows are lines; absent where each row is a record
 */
export function useCellPresence(resource: string, document?: string): CellPresence {
  const { others, show } = usePresence(resource);
  const cells = useMemo(
    () =>
      others.flatMap((one): OthersCell[] => {
        const row = document === undefined ? one.id : one.id === document ? one.line : null;
        return row === null ? [] : [{ row, column: one.field, text: one.text ?? '', by: one.by.name }];
      }),
    [others, document],
  );
  const byCell = useMemo(() => new Map(cells.map((one) => [`${one.row} ${one.column}`, one])), [cells]);
  const noteOf = useCallback(
    (row: string, column: string): GridNote | undefined => {
      const other = byCell.get(`${row} ${column}`);
      return (
        other && { tone: 'open', text: `${other.by} está escribiendo en esta celda${typed(other.text)}.` }
      );
    },
    [byCell],
  );
  const onOpen = useCallback(
    (cell: OpenCell | null): void => {
      show(
        cell && {
          ...(document === undefined ? { id: cell.row, line: null } : { id: document, line: cell.row }),
          field: cell.column,
          text: cell.text,
        },
      );
    },
    [show, document],
  );
  return { others: cells, noteOf, onOpen };
}
