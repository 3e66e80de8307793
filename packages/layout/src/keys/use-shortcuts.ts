import { useEffect, useRef } from 'react';
import { createRegistry, useRegister, useRegistered } from '../menu/registry.ts';
import { keysOf, useKeyMap } from './key-map.ts';
import { isSingleKey, parseKeys, pressOf, sequenceStep } from './key-press.ts';
import { singleKeys } from './single-keys.ts';

/** A shortcut and its action. */
export interface Shortcut {
  /** Identifies the shortcut in stored custom keys. Two shortcuts with the same id count as one. */
  readonly id: string;
  /**
   * Alternatives, in the notation of `parseKeys`: `g c` (one after the other), `Mod+s` (Ctrl or ⌘), `?`, `Shift+F6`.
   */
  readonly keys: readonly string[];
  readonly label: string;
  /** Without it the shortcut is only listed in the sheet, because a component of the page handles the keys itself. */
  readonly run?: ((event: KeyboardEvent) => void) | undefined;
  /** Whether it also runs while the focus is in a field. Only for keys with Ctrl or ⌘. */
  readonly inFields?: boolean | undefined;
}

/** A shortcut as a line of the sheet. */
export interface ShortcutLine {
  /** Present if users may change the keys. */
  readonly id?: string | undefined;
  /** The default keys. */
  readonly keys: readonly string[];
  readonly label: string;
  /** How many presses a custom sequence may have. Default 2. */
  readonly presses?: 1 | 2 | undefined;
}

/** Shortcuts under a heading of the sheet. */
export interface ShortcutGroup {
  readonly label: string;
  readonly shortcuts: readonly ShortcutLine[];
}

const groups = createRegistry<ShortcutGroup>();

/** The longest time between two presses of a sequence, in milliseconds. */
const patience = 1500;

const typing =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"], [role="combobox"], ' +
  '[role="searchbox"], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])';

/** While one of these has the focus, the shortcuts of the page do not run. */
const windows = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key press belongs to a field or a window rather than to the page. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  return target.closest(`${typing}, ${windows}`) !== null || document.querySelector('dialog:modal') !== null;
}

/**
 * Registers shortcuts while the component is mounted, and their lines in the `ShortcutSheet`. They do not run while
 * something is typed or composed, in a dialog over the page, or when a component of the page has already handled the
 * key. Custom keys (`useKeysOf`) replace the defaults.
 *
 * @example
 * useShortcuts('Ir a', [{ id: 'clients', keys: ['g c'], label: 'Clientes', run: () => navigate('/crm/clientes') }]);
 */
export function useShortcuts(label: string, shortcuts: readonly Shortcut[]): void {
  const map = useKeyMap();
  const lines = shortcuts.map(
    ({ id, keys, label: does, run }): ShortcutLine => ({ ...(run && { id }), keys, label: does }),
  );
  useRegister(groups, { label, shortcuts: lines }, JSON.stringify([label, lines]));

  const mapped = shortcuts.map((shortcut) => ({ ...shortcut, keys: keysOf(shortcut, map) }));
  const latest = useRef(mapped);
  useEffect(() => {
    latest.current = mapped;
  });
  useEffect(() => {
    let pending: readonly string[] = [];
    let last = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      const taken = isTaken(event);
      const offered = latest.current.flatMap((shortcut) =>
        shortcut.run && (!taken || shortcut.inFields)
          ? shortcut.keys
              .filter((written) => singleKeys.get() || !isSingleKey(written))
              .map((written) => ({ shortcut, sequence: parseKeys(written) }))
          : [],
      );
      if (event.timeStamp - last > patience) pending = [];
      last = event.timeStamp;
      const step = sequenceStep(
        offered.map(({ sequence }) => sequence),
        pending,
        pressOf(event),
      );
      pending = step.pending;
      const found = step.match === null ? undefined : offered[step.match];
      if (!found && pending.length < 2) return;
      event.preventDefault();
      found?.shortcut.run?.(event);
    };
    // On the window, after all listeners of the document, so that components of the page handle a key first.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** All shortcuts that are registered at the moment, for the sheet. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useRegistered(groups);
}
