import { sum } from '@pauta/domain/money/arithmetic.ts';
import { type ReactElement, type ReactNode, useId, useMemo, useRef } from 'react';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { gridKeys } from './grid-keys.ts';
import { formatAmount, GridLine, type GridNote, type PlacedColumn } from './grid-line.tsx';
import { FootLine, KeyHelp } from './grid-parts.tsx';
import { gridPointer } from './grid-pointer.ts';
import { defaultWidth, digitWidth, numberWidth, Root, rowHeight, Shell } from './grid-style.ts';
import { GridTools } from './grid-tools.tsx';
import {
  type GridChange,
  type GridColumn,
  type GridFootRow,
  type GridRow,
  isNumeric,
  type NewGridRow,
} from './model/grid-types.ts';
import { amountsIn, type Sheet, type WeightsOf } from './model/operations.ts';
import { totalsOf } from './model/sums.ts';
import { PasteReport } from './paste-report.tsx';
import { type OpenCell, useCellInput } from './use-cell-input.ts';
import { useClipboard } from './use-clipboard.ts';
import { useRowWindow } from './use-row-window.ts';
import { useSelection } from './use-selection.ts';
import { cellsText, type Reversal, useSteps } from './use-steps.ts';

export type { OpenCell, Reversal };

/** A cell that the error summary of the form around the grid names. */
export interface NamedCell {
  /** Name of the field in the summary. */
  readonly name: string;
  readonly row: string;
  readonly column: string;
}

/**
 * Props of a {@link Grid}. The rows belong to its owner: the grid reports changes, and shows what it gets. It keeps only
 * the selection, the input of one cell, and what can be undone.
 */
export interface GridProps {
  /** Accessible name. */
  readonly label: string;
  /** Pass the same array while it is unchanged. The first ones stay at the left when it scrolls (`frozen`). */
  readonly columns: readonly GridColumn[];
  /** Pass the same array, and the same object for each row, while they are unchanged. */
  readonly rows: readonly GridRow[];
  /** Cells that the user changed, each at most once. Without it the grid is read-only. */
  readonly onChange?: ((changes: readonly GridChange[]) => void) | undefined;
  /** Adds rows at the end, such as those pasted below the last one. Returns how to take them back. */
  readonly onAdd?: ((rows: readonly NewGridRow[]) => Reversal) | undefined;
  /** Removes rows. Returns how to take that back. */
  readonly onDrop?: ((ids: readonly string[]) => Reversal) | undefined;
  /** Number of rows that may be added; unlimited by default. */
  readonly room?: number;
  /** Name of a row, such as `renglón`, for the buttons. */
  readonly rowName?: string;
  /** Number of leading columns that stay at the left; 1 by default. On a narrow page it is the first one only. */
  readonly frozen?: number;
  /** Shows the sums of the numeric columns in a last row. */
  readonly hasTotals?: boolean;
  /** Rows below the totals. */
  readonly foot?: readonly GridFootRow[];
  /** What is said about a cell: an error, who changed it, or who is editing it. */
  readonly noteOf?: ((row: string, column: string) => GridNote | undefined) | undefined;
  /** Cells that an error summary names: it moves the focus to them (`focusField`). */
  readonly named?: readonly NamedCell[] | undefined;
  /** Called with the cell whose input is open and its text, after each change of them; null once none is. */
  readonly onOpen?: ((cell: OpenCell | null) => void) | undefined;
  /** Amounts of last year by column, by which a total can be spread. */
  readonly seasonOf?: WeightsOf | undefined;
  /** Further buttons. */
  readonly tools?: ReactNode;
}

const noFoot: readonly GridFootRow[] = [];
const noCells: readonly NamedCell[] = [];

/** The columns with their places. A column is as wide as the largest amount below it needs. */
function usePlacedColumns(
  columns: readonly GridColumn[],
  totals: Readonly<Record<string, string>>,
  foot: readonly GridFootRow[],
  frozen: number,
): readonly PlacedColumn[] {
  const widths = columns
    .map((column) => {
      const texts = [
        ...(isNumeric(column) ? [formatAmount(totals[column.name] ?? '0', column.scale)] : []),
        ...foot.map(({ cells }) => cells[column.name] ?? ''),
      ];
      const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
      return Math.max(column.width ?? defaultWidth, longest * digitWidth + 24);
    })
    .join(' ');
  return useMemo(() => {
    let x = numberWidth;
    const own = widths.split(' ').map(Number);
    return columns.map((column, at): PlacedColumn => {
      const wide = own[at] ?? defaultWidth;
      const style = { '--w': `${wide}px`, '--x': `${x}px` };
      x += wide;
      return {
        column,
        width: wide,
        x: x - wide,
        style,
        frozen: at >= frozen ? undefined : at === 0 ? 'first' : 'other',
      };
    });
  }, [columns, frozen, widths]);
}

/**
 * A grid that is edited like a sheet. Only the visible rows are rendered; printed are all of them.
 *
 * | Key | Action |
 * |---|---|
 * | Arrow keys, Home, End, Page Up, Page Down | move; with Ctrl to the edge, with Shift they extend the selection |
 * | Enter, F2, or a character | edits the cell; Enter saves and moves down, Tab to the right, Escape cancels |
 * | Tab | moves to the right; leaves the grid after the last column |
 * | Ctrl+A, Ctrl+Space, Shift+Space | select everything, the columns, the rows |
 * | Ctrl+C, Ctrl+X, Ctrl+V | copy, cut and paste as spreadsheets do |
 * | Ctrl+R, Ctrl+D | fill to the right and down |
 * | Delete | empties the cells |
 * | Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y | undo and redo |
 *
 * @example
 * <Grid label="Metas" columns={columns} rows={rows} hasTotals onChange={(changes) => store.change(changes)} />
 */
export function Grid({
  label,
  columns,
  rows,
  onChange,
  onAdd,
  onDrop,
  room = Number.POSITIVE_INFINITY,
  rowName = 'fila',
  frozen = 1,
  hasTotals = false,
  foot = noFoot,
  noteOf,
  named = noCells,
  onOpen,
  seasonOf,
  tools,
}: GridProps): ReactElement {
  const activeId = useId();
  const table = useRef<HTMLTableElement>(null);
  const isReadOnly = onChange === undefined;
  const sheet: Sheet = useMemo(() => ({ rows, columns }), [rows, columns]);
  const places = useMemo(() => new Map(rows.map((row, at) => [row.id, at])), [rows]);
  const totals = useMemo(() => (hasTotals ? totalsOf(rows, columns) : {}), [hasTotals, rows, columns]);
  const placed = usePlacedColumns(columns, totals, foot, frozen);
  const width = placed.reduce((total, one) => total + one.width, numberWidth);

  const shown = useRowWindow(rows.length, placed, frozen);
  const selection = useSelection({ rows: rows.length, columns: columns.length }, shown.reveal);
  const { range, active } = selection;
  const steps = useSteps({ columns, rows, places, rowName, onChange, onAdd, onDrop });
  const input = useCellInput({ columns, rows, places, isReadOnly, selection, steps, table, onOpen });
  const { editing } = input;
  const clipboard = useClipboard({
    sheet,
    range,
    room: onAdd ? room : 0,
    mayWrite: !isReadOnly && !editing,
    isReadOnly,
    steps,
  });
  const visible = useMemo(() => rows.slice(shown.top, shown.bottom), [rows, shown.top, shown.bottom]);
  const isMounted = active.row >= shown.top && active.row < shown.bottom;

  const focusCell = (row: number, column: number): void => {
    selection.goTo({ row, column });
    table.current?.focus();
  };
  const addRow = (): void => {
    steps.add([{}], [], `agregar ${rowName}`, `Se agregó 1 ${rowName}.`);
    // The new row is shown after this: the place is not limited to the present ones.
    selection.choose({ row: rows.length, column: 0 });
    table.current?.focus();
  };

  const selectedAmounts = useMemo(
    () => (range.top === range.bottom && range.left === range.right ? [] : amountsIn(sheet, range)),
    [sheet, range.top, range.bottom, range.left, range.right],
  );
  const scale = columns.slice(range.left, range.right + 1).find(({ kind }) => kind === 'amount')?.scale ?? 2;
  const [activeRow, activeColumn] = [rows[active.row], columns[active.column]];
  const note = activeRow && activeColumn && noteOf?.(activeRow.id, activeColumn.name);

  return (
    <Shell>
      <GridTools
        isReadOnly={isReadOnly}
        label={label}
        mayDrop={onDrop !== undefined}
        onAddRow={onAdd && addRow}
        room={room}
        rowName={rowName}
        seasonOf={seasonOf}
        selection={selection}
        sheet={sheet}
        steps={steps}
        tools={tools}
      />
      {clipboard.report && (
        <PasteReport
          onClose={clipboard.closeReport}
          onShow={(row, column) => focusCell(row, column)}
          paste={clipboard.report}
        />
      )}
      {named.length > 0 && (
        <VisuallyHidden>
          {named.map(({ name, row, column }) => (
            <span data-field={name} key={name}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: passes the focus on to the cell, which may not be rendered. */}
              <span
                data-focus-target
                onFocus={() =>
                  focusCell(
                    places.get(row) ?? 0,
                    Math.max(
                      0,
                      columns.findIndex((one) => one.name === column),
                    ),
                  )
                }
                tabIndex={-1}
              />
            </span>
          ))}
        </VisuallyHidden>
      )}
      <Root onScroll={shown.measure} ref={shown.scroller}>
        <table
          aria-activedescendant={isMounted && rows.length > 0 ? activeId : undefined}
          aria-colcount={columns.length + 1}
          aria-label={label}
          aria-multiselectable
          aria-readonly={isReadOnly || undefined}
          aria-rowcount={rows.length + 1 + (hasTotals ? 1 : 0) + foot.length}
          onCopy={clipboard.copy}
          onCut={clipboard.cut}
          onKeyDown={gridKeys({ sheet, isReadOnly, selection, steps, page: shown.page, begin: input.begin })}
          onPaste={clipboard.paste}
          {...gridPointer(selection, editing !== null, () => input.begin())}
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table used like a sheet (WAI-ARIA, grid).
          role="grid"
          style={{ '--width': `${width}px` } as Record<string, string>}
          tabIndex={0}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th
                data-frozen="first"
                scope="col"
                style={{ '--w': `${numberWidth}px`, '--x': '0px' } as Record<string, string>}
              >
                <VisuallyHidden>Número</VisuallyHidden>
              </th>
              {placed.map(({ column, style, frozen: place }, at) => (
                <th
                  aria-colindex={at + 2}
                  data-frozen={place}
                  data-number={isNumeric(column) || undefined}
                  key={column.name}
                  scope="col"
                  style={style as Record<string, string>}
                  title={column.hint}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody style={{ blockSize: rows.length * rowHeight }}>
            {visible.map((row, index) => {
              const place = shown.top + index;
              const isIn = place >= range.top && place <= range.bottom;
              return (
                <GridLine
                  active={place === active.row ? active.column : -1}
                  activeId={activeId}
                  editing={editing?.row === row.id ? editing : null}
                  editor={input.editor}
                  first={isIn ? range.left : -1}
                  isReadOnly={isReadOnly}
                  key={row.id}
                  last={isIn ? range.right : -1}
                  noteOf={noteOf}
                  place={place}
                  placed={placed}
                  row={row}
                />
              );
            })}
          </tbody>
          {(hasTotals || foot.length > 0) && (
            <tfoot>
              {hasTotals && (
                <FootLine
                  isTotal
                  line={{
                    id: 'total',
                    label: 'Total',
                    cells: Object.fromEntries(
                      columns
                        .filter(isNumeric)
                        .map(({ name, scale: digits }) => [name, formatAmount(totals[name] ?? '0', digits)]),
                    ),
                  }}
                  place={rows.length + 2}
                  placed={placed}
                />
              )}
              {foot.map((line, at) => (
                <FootLine
                  key={line.id}
                  line={line}
                  place={rows.length + 2 + (hasTotals ? 1 : 0) + at}
                  placed={placed}
                />
              ))}
            </tfoot>
          )}
        </table>
      </Root>
      <p data-state>
        {editing?.problem ? (
          <span data-danger role="alert">
            {editing.problem}
          </span>
        ) : (
          note && <span data-danger={note.tone === 'danger' || undefined}>{note.text}</span>
        )}
        {selectedAmounts.length > 1 && (
          <span>
            {cellsText(selectedAmounts.length)} · suma {formatAmount(sum(selectedAmounts), scale)}
          </span>
        )}
        <span role="status">{steps.said}</span>
      </p>
      {!isReadOnly && <KeyHelp />}
    </Shell>
  );
}
