import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { CellEditorProps, Editing } from './cell-editor.tsx';
import {
  blankOf,
  type GridColumn,
  type GridRow,
  isOpenCell,
  type Place,
  valueIn,
} from './model/grid-types.ts';
import { changeOf } from './model/operations.ts';
import { decimalOf, readCell } from './model/read-cell.ts';
import type { GridSelection } from './use-selection.ts';
import type { GridSteps } from './use-steps.ts';

/** The cell whose input is open, and its text. */
export interface OpenCell {
  readonly row: string;
  readonly column: string;
  readonly text: string;
}

export interface CellInputOptions {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly places: ReadonlyMap<string, number>;
  readonly isReadOnly: boolean;
  readonly selection: GridSelection;
  readonly steps: GridSteps;
  readonly table: RefObject<HTMLTableElement | null>;
  /** Called with the cell that is open and its text, after each change of them; null once none is. */
  readonly onOpen: ((cell: OpenCell | null) => void) | undefined;
}

/** The input of one cell. */
export interface CellInput {
  readonly editing: Editing | null;
  readonly editor: Omit<CellEditorProps, 'column' | 'editing' | 'label'>;
  /** Opens the input of the active cell. @param text replaces its value */
  begin(text?: string): void;
}

export function useCellInput({
  columns,
  rows,
  places,
  isReadOnly,
  selection: { active, goTo },
  steps,
  table,
  onOpen,
}: CellInputOptions): CellInput {
  const [editing, setEditing] = useState<Editing | null>(null);
  /** Whether the input was taken or given up already: it loses the focus before it is removed. */
  const isSettled = useRef(true);

  const begin = (text?: string): void => {
    const [row, column] = [rows[active.row], columns[active.column]];
    if (isReadOnly || !row || !column || !isOpenCell(row, column)) {
      steps.say('Esta celda no se escribe.');
      return;
    }
    const now = valueIn(row, column);
    const value = text ?? (now === blankOf(column) ? '' : now);
    isSettled.current = false;
    setEditing({
      row: row.id,
      column: column.name,
      text: column.kind === 'choice' ? now : value,
      problem: null,
    });
  };
  const close = (): void => {
    isSettled.current = true;
    setEditing(null);
  };
  /** @returns whether the input was taken */
  const finish = (): boolean => {
    const row = editing && rows[places.get(editing.row) ?? -1];
    const column = columns.find(({ name }) => name === editing?.column);
    if (!editing || !row || !column) {
      close();
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
    close();
    const changes = changeOf(row, column, read.value);
    if (changes.length > 0) steps.change(`${column.label} de ${row.label}`, changes, '');
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys of the grid do not apply to its input, and Enter does not submit the form around it.
    event.stopPropagation();
    const targets: Readonly<Record<string, Place>> = {
      Enter: { row: active.row + (event.shiftKey ? -1 : 1), column: active.column },
      Tab: { row: active.row, column: active.column + (event.shiftKey ? -1 : 1) },
    };
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      table.current?.focus();
      return;
    }
    const to = targets[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!finish()) return;
    table.current?.focus();
    goTo(to);
  };

  const latest = useRef({ onKeyDown, finish, onOpen });
  useEffect(() => {
    latest.current = { onKeyDown, finish, onOpen };
  });
  // The same object, so that an input renders one row.
  const editor = useMemo(
    () => ({
      onText: (text: string) => setEditing((now) => now && { ...now, text, problem: null }),
      onKeyDown: (event: KeyboardEvent) => latest.current.onKeyDown(event),
      onBlur: () => {
        if (!isSettled.current && !latest.current.finish()) setEditing(null);
      },
    }),
    [],
  );
  const [row, column, text] = [editing?.row, editing?.column, editing?.text];
  const wasOpen = useRef(false);
  useEffect(() => {
    const isOpen = row !== undefined && column !== undefined && text !== undefined;
    if (isOpen) latest.current.onOpen?.({ row, column, text });
    else if (wasOpen.current) latest.current.onOpen?.(null);
    wasOpen.current = isOpen;
  }, [row, column, text]);
  useEffect(
    () => () => {
      if (wasOpen.current) latest.current.onOpen?.(null);
    },
    [],
  );
  return { editing, editor, begin };
}
