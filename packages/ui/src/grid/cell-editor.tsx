import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import type { GridColumn } from './model/grid-types.ts';

/** A cell that is being edited. */
export interface Editing {
  readonly row: string;
  readonly column: string;
  readonly text: string;
  /** Why the text cannot be taken. */
  readonly problem: string | null;
}

export interface CellEditorProps {
  readonly column: GridColumn;
  readonly editing: Editing;
  /** Accessible name: row and column. */
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
}

/** The input of the cell that is being edited: a box for text and amounts, a list of options for a choice. */
export function CellEditor({
  column,
  editing,
  label,
  onText,
  onKeyDown,
  onBlur,
}: CellEditorProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    input.current?.focus();
    list.current?.focus();
  }, []);
  const shared = {
    'aria-invalid': editing.problem !== null || undefined,
    'aria-label': label,
    onBlur,
    onKeyDown,
  };
  if (column.kind === 'choice')
    return (
      <select {...shared} onChange={(event) => onText(event.target.value)} ref={list} value={editing.text}>
        <option value="">{column.required ? 'Elija una opción' : 'Ninguna'}</option>
        {column.options?.map(({ id, label: name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...shared}
      autoComplete="off"
      inputMode={column.kind === 'amount' ? 'decimal' : 'text'}
      onChange={(event) => onText(event.target.value)}
      ref={input}
      value={editing.text}
    />
  );
}
