import type { KeyboardEvent } from 'react';

/** What a key does to a line. */
export type LineAct = 'down' | 'up' | 'insert' | 'move-up' | 'move-down' | 'duplicate';

/** Does a control take this key for itself, to open a list or a window, or to write a line below? */
const keepsKey = (target: Element, key: string): boolean =>
  key === 'Enter'
    ? !(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true'
    : target.closest('[data-box]')?.querySelector('[aria-haspopup]') != null ||
      target.matches('[role="combobox"], [aria-haspopup]');

/**
 * What is done by a key in a cell; null where the control itself takes it.
 *
 * | Key | |
 * |---|---|
 * | Enter, Shift+Enter | the same cell of the line below, or above; below the last one a new line |
 * | Ctrl+Enter | a new line below this one |
 * | Alt+↑, Alt+↓ | the line moves |
 * | Shift+Alt+↓ | the line once more, below |
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
  if (!altKey || isCommand || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  if (shiftKey) return key === 'ArrowDown' ? 'duplicate' : null;
  if (keepsKey(target, key)) return null;
  return key === 'ArrowUp' ? 'move-up' : 'move-down';
}
