import type { KeyboardEvent } from 'react';
import { clear, fillDown, fillRight, type Sheet } from './model/operations.ts';
import { moved } from './model/selection.ts';
import type { GridSelection } from './use-selection.ts';
import type { GridSteps } from './use-steps.ts';

export interface KeyOptions {
  readonly sheet: Sheet;
  readonly isReadOnly: boolean;
  readonly selection: GridSelection;
  readonly steps: GridSteps;
  /** Rows that Page Up and Page Down move. */
  readonly page: () => number;
  readonly begin: (text?: string) => void;
}

/** Copies the first cells of the selection to the right or down. */
export const fillIn = (
  { sheet, selection, steps }: Omit<KeyOptions, 'page' | 'begin'>,
  right: boolean,
): void =>
  steps.change(
    right ? 'Rellenar a la derecha' : 'Rellenar hacia abajo',
    right ? fillRight(sheet, selection.range) : fillDown(sheet, selection.range),
  );

/** What a key with Ctrl does; undefined for other keys. */
function withControl(key: string, shift: boolean, options: KeyOptions): (() => void) | undefined {
  const { selection, steps, isReadOnly } = options;
  if (key === 'a') return selection.everything;
  if (key === ' ') return selection.wholeColumns;
  if (isReadOnly) return undefined;
  if (key === 'r') return () => fillIn(options, true);
  if (key === 'd') return () => fillIn(options, false);
  if (key === 'z') return shift ? steps.redo : steps.undo;
  return key === 'y' ? steps.redo : undefined;
}

/** What a key does; undefined if the browser handles it. */
function actionOf(event: KeyboardEvent, options: KeyOptions): (() => void) | undefined {
  const { sheet, selection, steps, isReadOnly, begin } = options;
  const { size, active, range, goTo } = selection;
  const { key, shiftKey } = event;
  const whole = event.ctrlKey || event.metaKey;
  const command = whole ? withControl(key.toLowerCase(), shiftKey, options) : undefined;
  if (command) return command;
  if (key === 'Tab') {
    const column = active.column + (shiftKey ? -1 : 1);
    return whole || column < 0 || column >= size.columns
      ? undefined
      : () => goTo({ row: active.row, column });
  }
  const to = moved({ key, whole }, active, size, options.page());
  if (to) return () => goTo(to, shiftKey);
  if (key === ' ' && shiftKey) return selection.wholeRows;
  if (key === 'Escape') return () => goTo(active);
  if (whole || isReadOnly) return undefined;
  if (key === 'Delete' || key === 'Backspace') return () => steps.change('Vaciar', clear(sheet, range));
  if (key === 'Enter' || key === 'F2') return () => begin();
  return key.length === 1
    ? () => begin(sheet.columns[active.column]?.kind === 'choice' ? undefined : key)
    : undefined;
}

/** The handler of the keys of a grid, while no input is open. */
export const gridKeys =
  (options: KeyOptions) =>
  (event: KeyboardEvent): void => {
    if (options.selection.size.rows === 0 || event.altKey) return;
    const action = actionOf(event, options);
    if (action) {
      event.preventDefault();
      action();
    } else if (event.key === 'Dead' && !options.isReadOnly) options.begin('');
  };
