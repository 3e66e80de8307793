import { sum } from '@pauta/domain/money/arithmetic.ts';
import { writeSheetText } from '@pauta/domain/resource/import/sheet-text.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { ArrowDownToLine, ArrowRightToLine, Percent, Plus, Redo2, Split, Trash2, Undo2 } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import type { Editing } from './cell-editor.tsx';
import { formatAmount, GridLine, type GridNote, type PlacedColumn, shownText } from './grid-line.tsx';
import { FootLine, KeyHelp } from './grid-parts.tsx';
import { defaultWidth, digitWidth, headHeight, numberWidth, Root, rowHeight, Shell } from './grid-style.ts';
import {
  blankOf,
  type GridChange,
  type GridColumn,
  type GridFootRow,
  type GridRow,
  isNumeric,
  isWritable,
  type NewGridRow,
  type Place,
  valueIn,
} from './grid-types.ts';
import { applicable, did, type History, inverse, noHistory, redid, type Step, undid } from './history.ts';
import {
  adjust,
  amountsIn,
  changeOf,
  clear,
  fillDown,
  fillRight,
  ownWeights,
  type Sheet,
  spread,
  type WeightsOf,
} from './operations.ts';
import { completed, type Paste, planPaste, textsIn } from './paste.ts';
import { PasteReport } from './paste-report.tsx';
import { decimalOf, readCell } from './read-cell.ts';
import { moved, nearest, rangeOf, type Selection } from './selection.ts';
import { cellValue, totalsOf } from './sums.ts';

const AdjustDialog = lazy(async () => ({ default: (await import('./grid-dialogs.tsx')).AdjustDialog }));
const SpreadDialog = lazy(async () => ({ default: (await import('./grid-dialogs.tsx')).SpreadDialog }));

/** Takes back what was done; calling the result does it again. */
export type Reversal = () => Reversal;

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
  /** What is said about a cell: an error, or who changed it. */
  readonly noteOf?: ((row: string, column: string) => GridNote | undefined) | undefined;
  /** Amounts of last year by column, by which a total can be spread. */
  readonly seasonOf?: WeightsOf | undefined;
  /** Further buttons. */
  readonly tools?: ReactNode;
}

interface GridStep extends Step {
  /** Rows that were added or removed: takes that back, or does it again. */
  readonly rows?: { turn: Reversal };
}

/** Rows rendered beyond the visible ones on either side, and how many are exchanged at once. */
const beyond = 8;
const rowStep = 4;

interface Frame {
  readonly top: number;
  readonly bottom: number;
}

const before = (value: number, margin: number): number =>
  Math.max(0, Math.floor(value / rowStep) * rowStep - margin);

const nowhere: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } };
const cellsText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'celda' : 'celdas'}`;

/**
 * A grid that is edited like a sheet. Only the visible rows are rendered.
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
  foot = [],
  noteOf,
  seasonOf,
  tools,
}: GridProps): ReactElement {
  const activeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [frame, setFrame] = useState<Frame>({ top: 0, bottom: 32 });
  const [chosen, setChosen] = useState<Selection>(nowhere);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [history, setHistory] = useState<History<GridStep>>(noHistory);
  const [report, setReport] = useState<Paste | null>(null);
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<'adjust' | 'spread' | null>(null);
  const isReadOnly = onChange === undefined;

  const size = { rows: rows.length, columns: columns.length };
  const range = rangeOf(chosen, size);
  const active = nearest(chosen.focus, size);
  const sheet: Sheet = useMemo(() => ({ rows, columns }), [rows, columns]);
  const places = useMemo(() => new Map(rows.map((row, at) => [row.id, at])), [rows]);
  const totals = useMemo(() => (hasTotals ? totalsOf(rows, columns) : {}), [hasTotals, rows, columns]);
  // A column is as wide as the largest amount below it needs.
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
  const placed = useMemo(() => {
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
  const width = placed.reduce((total, one) => total + one.width, numberWidth);

  const measure = useCallback((): void => {
    const node = scroller.current;
    if (!node) return;
    const next = {
      top: before(node.scrollTop / rowHeight, beyond),
      bottom: before((node.scrollTop + node.clientHeight) / rowHeight, 0) + rowStep + beyond,
    };
    setFrame((now) => (now.top === next.top && now.bottom === next.bottom ? now : next));
  }, []);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (!node) return;
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    measure();
    return () => observer.disconnect();
  }, [measure]);

  const bottom = Math.min(rows.length, frame.bottom);
  const top = Math.min(frame.top, Math.max(0, bottom - 1));
  const visible = useMemo(() => rows.slice(top, bottom), [rows, top, bottom]);
  const isMounted = active.row >= top && active.row < bottom;

  /** Scrolls a cell into view: rows outside of the frame are not rendered. */
  const reveal = ({ row, column }: Place): void => {
    const node = scroller.current;
    if (!node) return;
    const footHeight = node.querySelector('tfoot')?.clientHeight ?? 0;
    const lower = (row + 1) * rowHeight + headHeight + footHeight - node.clientHeight;
    node.scrollTop = Math.min(row * rowHeight, Math.max(lower, node.scrollTop));
    const place = placed[column];
    if (!place || place.frozen) return;
    const frozenWidth = placed.slice(0, frozen).reduce((all, one) => all + one.width, numberWidth);
    const right = place.x + place.width - node.clientWidth;
    node.scrollLeft = Math.min(place.x - frozenWidth, Math.max(right, node.scrollLeft));
  };
  const select = (anchor: Place, focus: Place): void => {
    setChosen({ anchor, focus });
    reveal(focus);
  };
  const goTo = (place: Place, extend = false): void => {
    const to = nearest(place, size);
    select(extend ? chosen.anchor : to, to);
  };

  // Steps ------------------------------------------------------------------------------------------------------------

  const valueAt = (row: string, column: string): string | undefined => {
    const line = rows[places.get(row) ?? -1];
    const own = columns.find(({ name }) => name === column);
    return line && own && valueIn(line, own);
  };
  const commit = (step: GridStep, done: string): void => {
    if (step.changes.length === 0 && !step.rows) {
      setSaid('No hubo nada que cambiar.');
      return;
    }
    if (step.changes.length > 0) onChange?.(step.changes);
    setHistory((now) => did(now, step));
    setSaid(done);
  };
  const change = (
    name: string,
    changes: readonly GridChange[],
    done = `${name}: ${cellsText(changes.length)}.`,
  ): void => commit({ label: name, changes }, done);
  const travel = (step: GridStep | undefined, changes: readonly GridChange[], back: boolean): void => {
    if (!step) {
      setSaid(back ? 'No hay nada que deshacer.' : 'No hay nada que rehacer.');
      return;
    }
    if (step.rows) step.rows.turn = step.rows.turn();
    const possible = applicable(changes, valueAt);
    if (possible.length > 0) onChange?.(possible);
    setHistory(back ? undid : redid);
    const kept = changes.length - possible.length;
    setSaid(
      `${back ? 'Se deshizo' : 'Se rehízo'}: ${step.label}.${
        kept > 0
          ? ` ${cellsText(kept)} cambiaron después y se ${kept === 1 ? 'dejó' : 'dejaron'} como están.`
          : ''
      }`,
    );
  };
  const undo = (): void => {
    const step = history.done.at(-1);
    travel(step, inverse(step?.changes ?? []), true);
  };
  const redo = (): void => {
    const step = history.undone.at(-1);
    travel(step, step?.changes ?? [], false);
  };
  const addRows = (
    added: readonly NewGridRow[],
    changes: readonly GridChange[],
    name: string,
    done: string,
  ): void => {
    const full = added.map((row) => completed(row, columns));
    const turn = full.length > 0 ? onAdd?.(full) : undefined;
    commit({ label: name, changes, ...(turn && { rows: { turn } }) }, done);
  };
  const dropRows = (): void => {
    const ids = rows
      .slice(range.top, range.bottom + 1)
      .filter(({ isSubtotal }) => !isSubtotal)
      .map(({ id }) => id);
    if (!onDrop || ids.length === 0) return;
    const turn = onDrop(ids);
    commit(
      { label: `quitar ${rowName}`, changes: [], rows: { turn } },
      `Se ${ids.length === 1 ? 'quitó 1 fila' : `quitaron ${formatCount(ids.length)} filas`}.`,
    );
  };

  // Editing ----------------------------------------------------------------------------------------------------------

  const activeRow = rows[active.row];
  const activeColumn = columns[active.column];
  const mayWrite = (row: GridRow | undefined, column: GridColumn | undefined): boolean =>
    !isReadOnly && row !== undefined && row.isSubtotal !== true && column !== undefined && isWritable(column);
  /** Whether the input was taken or given up already: it loses the focus before it is removed. */
  const isSettled = useRef(true);
  const begin = (text?: string): void => {
    if (!activeRow || !activeColumn || !mayWrite(activeRow, activeColumn)) {
      setSaid('Esta celda no se escribe.');
      return;
    }
    const now = valueIn(activeRow, activeColumn);
    const value = text ?? (now === blankOf(activeColumn) ? '' : now);
    isSettled.current = false;
    setEditing({
      row: activeRow.id,
      column: activeColumn.name,
      text: activeColumn.kind === 'choice' ? now : value,
      problem: null,
    });
  };
  /** @returns whether the input was taken */
  const finish = (): boolean => {
    const row = editing && rows[places.get(editing.row) ?? -1];
    const column = columns.find(({ name }) => name === editing?.column);
    if (!editing || !row || !column) {
      isSettled.current = true;
      setEditing(null);
      return true;
    }
    const read =
      column.kind === 'choice'
        ? { ok: true as const, value: editing.text }
        : readCell(column, editing.text, decimalOf([editing.text]));
    if (!read.ok) {
      setEditing({ ...editing, problem: read.problem });
      return false;
    }
    isSettled.current = true;
    setEditing(null);
    const changes = changeOf(row, column, read.value);
    if (changes.length > 0) commit({ label: `${column.label} de ${row.label}`, changes }, '');
    return true;
  };
  const cancel = (): void => {
    isSettled.current = true;
    setEditing(null);
    table.current?.focus();
  };
  const editKey = (event: KeyboardEvent): void => {
    // The keys of the grid do not apply to its input, and Enter does not submit the form around it.
    event.stopPropagation();
    const steps: Readonly<Record<string, Place>> = {
      Enter: { row: active.row + (event.shiftKey ? -1 : 1), column: active.column },
      Tab: { row: active.row, column: active.column + (event.shiftKey ? -1 : 1) },
    };
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
      return;
    }
    const to = steps[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!finish()) return;
    table.current?.focus();
    goTo(to);
  };
  const latest = useRef({ editKey, finish });
  useEffect(() => {
    latest.current = { editKey, finish };
  });
  // The same object, so that an input renders one row.
  const editor = useMemo(
    () => ({
      onText: (text: string) => setEditing((now) => now && { ...now, text, problem: null }),
      onKeyDown: (event: KeyboardEvent) => latest.current.editKey(event),
      onBlur: () => {
        if (!isSettled.current && !latest.current.finish()) setEditing(null);
      },
    }),
    [],
  );

  // Keys and pointer -------------------------------------------------------------------------------------------------

  const everything = (): void =>
    setChosen({ anchor: { row: 0, column: 0 }, focus: { row: size.rows - 1, column: size.columns - 1 } });
  const wholeColumns = (): void =>
    setChosen({
      anchor: { row: 0, column: range.left },
      focus: { row: size.rows - 1, column: range.right },
    });
  const wholeRows = (): void =>
    setChosen({
      anchor: { row: range.top, column: 0 },
      focus: { row: range.bottom, column: size.columns - 1 },
    });
  const fill = (right: boolean): void =>
    change(
      right ? 'Rellenar a la derecha' : 'Rellenar hacia abajo',
      right ? fillRight(sheet, range) : fillDown(sheet, range),
    );
  /** What a key with Ctrl does; undefined for other keys. */
  const command = (key: string, shift: boolean): (() => void) | undefined => {
    if (key === 'a') return everything;
    if (key === ' ') return wholeColumns;
    if (isReadOnly) return undefined;
    if (key === 'r') return () => fill(true);
    if (key === 'd') return () => fill(false);
    if (key === 'z') return shift ? redo : undo;
    return key === 'y' ? redo : undefined;
  };
  /** What a key does; undefined if the browser handles it. */
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey } = event;
    const whole = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 3);
    const withControl = whole ? command(key.toLowerCase(), shiftKey) : undefined;
    if (withControl) return withControl;
    if (key === 'Tab') {
      const column = active.column + (shiftKey ? -1 : 1);
      return whole || column < 0 || column >= size.columns
        ? undefined
        : () => goTo({ row: active.row, column });
    }
    const to = moved({ key, whole }, active, size, page);
    if (to) return () => goTo(to, shiftKey);
    if (key === ' ' && shiftKey) return wholeRows;
    if (key === 'Escape') return () => goTo(active);
    if (whole || isReadOnly) return undefined;
    if (key === 'Delete' || key === 'Backspace') return () => change('Vaciar', clear(sheet, range));
    if (key === 'Enter' || key === 'F2') return () => begin();
    return key.length === 1 ? () => begin(activeColumn?.kind === 'choice' ? undefined : key) : undefined;
  };
  const press = (event: KeyboardEvent): void => {
    if (rows.length === 0 || event.altKey) return;
    const action = actionOf(event);
    if (action) {
      event.preventDefault();
      action();
    } else if (event.key === 'Dead' && !isReadOnly) begin('');
  };

  const copy = (event: ClipboardEvent): void => {
    event.preventDefault();
    const texts = textsIn(sheet, range, (row, column) =>
      isNumeric(column) ? cellValue(row, column, columns) : shownText(row, column, columns),
    );
    event.clipboardData.setData('text/plain', writeSheetText(texts));
    setSaid(`Copiado: ${cellsText(texts.length * (texts[0]?.length ?? 0))}.`);
  };
  const cut = (event: ClipboardEvent): void => {
    copy(event);
    if (!isReadOnly) change('Cortar', clear(sheet, range));
  };
  const paste = (event: ClipboardEvent): void => {
    if (isReadOnly || editing) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (text.trim() === '') {
      setSaid('El portapapeles no tiene celdas ni texto.');
      return;
    }
    const plan = planPaste(sheet, text, { range, room: onAdd ? room : 0 });
    setReport(plan.problems.length + plan.notes.length > 0 ? plan : null);
    addRows(plan.added, plan.changes, 'pegar', `Se pegaron ${cellsText(plan.taken)}.`);
  };

  const placeOf = (event: MouseEvent): Place | null => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('tbody [data-at], tbody [data-place]');
    const line = cell?.closest<HTMLElement>('tr[data-place]');
    return cell && line ? { row: Number(line.dataset.place), column: Number(cell.dataset.at ?? -1) } : null;
  };
  const chooseAt = (place: Place, extend: boolean): void => {
    if (place.column < 0)
      setChosen({
        anchor: { row: extend ? chosen.anchor.row : place.row, column: 0 },
        focus: { row: place.row, column: size.columns - 1 },
      });
    else setChosen({ anchor: extend ? chosen.anchor : place, focus: place });
  };
  const point = (event: PointerEvent): void => {
    const place = placeOf(event);
    // A finger scrolls; it chooses by tapping.
    if (!place || event.button !== 0 || event.pointerType === 'touch') return;
    if ((event.target as HTMLElement).matches('input, select, option')) return;
    chooseAt(place, event.shiftKey);
  };
  const drag = (event: PointerEvent): void => {
    if (event.buttons !== 1 || event.pointerType === 'touch' || editing) return;
    const place = placeOf(event);
    if (place && place.column >= 0 && (place.row !== active.row || place.column !== active.column))
      setChosen({ anchor: chosen.anchor, focus: place });
  };
  const tap = (event: MouseEvent): void => {
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch') return;
    const place = placeOf(event);
    if (!place || place.column < 0) return;
    // A second tap on the active cell edits it.
    if (place.row === active.row && place.column === active.column) begin();
    else chooseAt(place, false);
  };

  // What is shown ----------------------------------------------------------------------------------------------------

  const selectedAmounts = useMemo(
    () => (range.top === range.bottom && range.left === range.right ? [] : amountsIn(sheet, range)),
    [sheet, range.top, range.bottom, range.left, range.right],
  );
  const amounts = (): readonly string[] => amountsIn(sheet, range);
  const selectedColumns = columns.slice(range.left, range.right + 1).filter(({ kind }) => kind === 'amount');
  const note = activeRow && activeColumn && noteOf?.(activeRow.id, activeColumn.name);
  const noAmounts = (): string | undefined =>
    selectedColumns.some(isWritable) ? undefined : 'Seleccione celdas con montos.';
  const scale = selectedColumns[0]?.scale ?? 2;

  return (
    <Shell>
      {(!isReadOnly || tools) && (
        <div aria-label={`Herramientas de ${label.toLocaleLowerCase('es')}`} data-tools role="toolbar">
          {!isReadOnly && (
            <>
              <IconButton
                disabledReason={history.done.length === 0 ? 'No hay nada que deshacer.' : undefined}
                icon={<Undo2 aria-hidden size={16} />}
                label="Deshacer"
                onClick={undo}
                size="small"
              />
              <IconButton
                disabledReason={history.undone.length === 0 ? 'No hay nada que rehacer.' : undefined}
                icon={<Redo2 aria-hidden size={16} />}
                label="Rehacer"
                onClick={redo}
                size="small"
              />
              <IconButton
                icon={<ArrowRightToLine aria-hidden size={16} />}
                label="Rellenar a la derecha"
                onClick={() => fill(true)}
                size="small"
              />
              <IconButton
                icon={<ArrowDownToLine aria-hidden size={16} />}
                label="Rellenar hacia abajo"
                onClick={() => fill(false)}
                size="small"
              />
              <Button
                disabledReason={noAmounts()}
                icon={<Percent aria-hidden size={16} />}
                onClick={() => setAsked('adjust')}
                size="small"
              >
                Subir o bajar
              </Button>
              <Button
                disabledReason={noAmounts()}
                icon={<Split aria-hidden size={16} />}
                onClick={() => setAsked('spread')}
                size="small"
              >
                Repartir
              </Button>
              {onAdd && (
                <Button
                  disabledReason={room > 0 ? undefined : 'No caben más.'}
                  icon={<Plus aria-hidden size={16} />}
                  onClick={() => {
                    addRows([{}], [], `agregar ${rowName}`, `Se agregó 1 ${rowName}.`);
                    // The new row is shown after this: the place is not limited to the present ones.
                    const place = { row: rows.length, column: 0 };
                    setChosen({ anchor: place, focus: place });
                    table.current?.focus();
                  }}
                  size="small"
                >
                  Agregar {rowName}
                </Button>
              )}
              {onDrop && (
                <Button
                  disabledReason={rows.length > 0 ? undefined : 'No hay nada que quitar.'}
                  icon={<Trash2 aria-hidden size={16} />}
                  onClick={dropRows}
                  size="small"
                >
                  Quitar
                </Button>
              )}
            </>
          )}
          {tools}
        </div>
      )}
      {report && <PasteReport onClose={() => setReport(null)} paste={report} />}
      <Root onScroll={measure} ref={scroller}>
        <table
          aria-activedescendant={isMounted && rows.length > 0 ? activeId : undefined}
          aria-colcount={columns.length + 1}
          aria-label={label}
          aria-multiselectable
          aria-readonly={isReadOnly || undefined}
          aria-rowcount={rows.length + 1 + (hasTotals ? 1 : 0) + foot.length}
          onClick={tap}
          onCopy={copy}
          onCut={cut}
          onDoubleClick={(event) => placeOf(event) && begin()}
          onKeyDown={press}
          onPaste={paste}
          onPointerDown={point}
          onPointerMove={drag}
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
              const place = top + index;
              const isIn = place >= range.top && place <= range.bottom;
              return (
                <GridLine
                  active={place === active.row ? active.column : -1}
                  activeId={activeId}
                  columns={columns}
                  editing={editing?.row === row.id ? editing : null}
                  editor={editor}
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
        <span role="status">{said}</span>
      </p>
      {!isReadOnly && <KeyHelp />}
      <Suspense>
        {asked === 'adjust' && (
          <AdjustDialog
            cells={amounts().length}
            onAdjust={(percent) => {
              setAsked(null);
              change(
                `${percent.startsWith('-') ? 'Bajar' : 'Subir'} ${percent.replace('-', '')} %`,
                adjust(sheet, range, percent),
              );
            }}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'spread' && (
          <SpreadDialog
            columns={selectedColumns}
            current={sum([blankOf(selectedColumns[0] as GridColumn), ...amounts()])}
            hasSeason={seasonOf !== undefined}
            onClose={() => setAsked(null)}
            onSpread={(total, by) => {
              setAsked(null);
              const weights = { evenly: null, own: ownWeights(columns), season: seasonOf ?? null }[by];
              const { changes, evenly } = spread(sheet, range, total, weights);
              const missing = evenly === 1 ? '1 fila no tiene' : `${formatCount(evenly)} filas no tienen`;
              change(
                'Repartir',
                changes,
                evenly > 0
                  ? `Repartido. ${missing} con qué repartir y quedó en partes iguales.`
                  : `Repartido: ${cellsText(changes.length)}.`,
              );
            }}
            rows={range.bottom - range.top + 1}
          />
        )}
      </Suspense>
    </Shell>
  );
}
