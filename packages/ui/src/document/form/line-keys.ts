import type { KeyboardEvent } from 'react';

/** An action on a line that a key triggers. */
export type LineAct =
  | 'down'
  | 'up'
  | 'page-down'
  | 'page-up'
  | 'insert'
  | 'move-up'
  | 'move-down'
  | 'duplicate';

/** Whether a control handles this key itself: to open a list or a popup, or to insert a line break. */
const keepsKey = (target: Element, key: string): boolean =>
  key === 'Enter'
    ? !(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true'
    : target.closest('[data-box]')?.querySelector('[aria-haspopup]') != null ||
      target.matches('[role="combobox"], [aria-haspopup]');

/**
 * The action that a key triggers in a cell; null if the control handles the key itself.
 *
 * | Key | Action |
 * |---|---|
 * | Enter, Shift+Enter | moves to the same cell of the line below or above; adds a line after the last one |
 * | Page Down, Page Up | moves ten lines down or up |
 * | Ctrl+Enter | inserts a line below |
 * | Alt+↑, Alt+↓ | moves the line |
 * | Shift+Alt+↓ | inserts a copy of the line below |
 */
export function lineAct(event: KeyboardEvent): LineAct | null {
  const { key, altKey, shiftKey, target } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || !(target instanceof Element)) return null;
  if (key === 'Enter' && !altKey) {
    if (isCommand) return 'insert';
    if (keepsKey(target, key)) return null;
    return shiftKey ? 'up' : 'down';
  }
  if ((key === 'PageDown' || key === 'PageUp') && !altKey && !isCommand && !shiftKey)
    return keepsKey(target, key) ? null : key === 'PageDown' ? 'page-down' : 'page-up';
  if (!altKey || isCommand || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  if (shiftKey) return key === 'ArrowDown' ? 'duplicate' : null;
  if (keepsKey(target, key)) return null;
  return key === 'ArrowUp' ? 'move-up' : 'move-down';
}
