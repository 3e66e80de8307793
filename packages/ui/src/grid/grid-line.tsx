import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { memo, type ReactElement } from 'react';
import { CellEditor, type CellEditorProps, type Editing } from './cell-editor.tsx';
import { numberWidth, rowHeight } from './grid-style.ts';
import { type GridColumn, type GridRow, isNumeric, isOpenCell } from './model/grid-types.ts';
import { cellValue } from './model/sums.ts';

/** What is said about a cell. */
export interface GridNote {
  /** `danger`: its value cannot be saved. `info`: somebody else changed it. `open`: somebody else is editing it. */
  readonly tone: 'danger' | 'info' | 'open';
  readonly text: string;
}

/** A column with its place in pixels. */
export interface PlacedColumn {
  readonly column: GridColumn;
  readonly width: number;
  /** Pixels before it. */
  readonly x: number;
  readonly style: Readonly<Record<string, string>>;
  readonly frozen: 'first' | 'other' | undefined;
}

/** An amount as it is shown. @example formatAmount('1234.50') // '1,234.50' */
export const formatAmount = (value: string, scale = 2): string => formatMoney(value, '', scale);

/** The value of a cell as it is shown. */
export function shownText(row: GridRow, column: GridColumn): string {
  const value = cellValue(row, column);
  if (isNumeric(column)) {
    const text = formatAmount(value, column.scale);
    return row.isCount ? text.replace(/\.00$/, '') : text;
  }
  if (column.kind !== 'choice' || row.isSubtotal) return value;
  return column.options?.find(({ id }) => id === value)?.label ?? '';
}

export interface GridLineProps {
  readonly row: GridRow;
  /** Index among all rows. */
  readonly place: number;
  readonly placed: readonly PlacedColumn[];
  /** Column of the active cell; -1 in other rows. */
  readonly active: number;
  readonly activeId: string;
  /** First and last selected column; -1 in rows that are not selected. */
  readonly first: number;
  readonly last: number;
  readonly isReadOnly: boolean;
  readonly noteOf: ((row: string, column: string) => GridNote | undefined) | undefined;
  readonly editing: Editing | null;
  readonly editor: Omit<CellEditorProps, 'column' | 'editing' | 'label'>;
}

/** A row of a grid. */
export const GridLine = memo(function GridLine({
  row,
  place,
  placed,
  active,
  activeId,
  first,
  last,
  isReadOnly,
  noteOf,
  editing,
  editor,
}: GridLineProps): ReactElement {
  return (
    <tr
      aria-rowindex={place + 2}
      data-place={place}
      data-subtotal={row.isSubtotal || undefined}
      style={{ insetBlockStart: place * rowHeight }}
    >
      <th
        data-frozen="first"
        data-place
        scope="row"
        style={{ '--w': `${numberWidth}px`, '--x': '0px' } as Record<string, string>}
      >
        {place + 1}
      </th>
      {placed.map(({ column, style, frozen }, at) => {
        const note = noteOf?.(row.id, column.name);
        const isEdited = editing !== null && editing.column === column.name;
        const text = shownText(row, column);
        const locked = isReadOnly || !isOpenCell(row, column);
        return (
          <td
            aria-colindex={at + 2}
            aria-invalid={note?.tone === 'danger' || undefined}
            // The cell has the role `gridcell` of its table.
            {...{ 'aria-selected': at >= first && at <= last, ...(locked && { 'aria-readonly': true }) }}
            data-active={at === active || undefined}
            data-at={at}
            data-frozen={frozen}
            data-note={note?.tone}
            data-number={isNumeric(column) || undefined}
            data-zero={(isNumeric(column) && isZero(cellValue(row, column))) || undefined}
            id={at === active ? activeId : undefined}
            key={column.name}
            style={style as Record<string, string>}
            title={note?.text}
          >
            {isEdited ? (
              <CellEditor
                {...editor}
                column={column}
                editing={editing}
                label={`${row.label}, ${column.label}`}
              />
            ) : (
              text
            )}
          </td>
        );
      })}
    </tr>
  );
});
