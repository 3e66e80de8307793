import { useEffect, useRef } from 'react';
import { createRegistry, useRegister, useRegistered } from '../menu/registry.ts';
import { keysOf, useKeyMap } from './key-map.ts';
import { isSingleKey, parseKeys, pressOf, sequenceStep } from './key-press.ts';
import { singleKeys } from './single-keys.ts';

/** A shortcut and its action. */
export interface Shortcut {
  /** A person remaps it by this. The same in two places is the same shortcut. */
  readonly id: string;
  /** Alternatives, each as it is written: `g c` (one after the other), `Mod+s` (Ctrl or ⌘), `?`, `Shift+F6`. */
  readonly keys: readonly string[];
  readonly label: string;
  /** Without it the shortcut is only listed in the sheet: a part of the page handles the keys itself. */
  readonly run?: ((event: KeyboardEvent) => void) | undefined;
  /** Works while something is typed too. Only keys with Ctrl or ⌘ should. */
  readonly inFields?: boolean | undefined;
}

/** A shortcut as a line of the sheet. */
export interface ShortcutLine {
  /** Where a person may give it other keys. */
  readonly id?: string | undefined;
  /** Its own keys. */
  readonly keys: readonly string[];
  readonly label: string;
  /** How many presses one after the other its keys may be. Default 2. */
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

/** Windows over the page keep their keys to themselves. */
const windows = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key press belongs to a field or a window rather than to the page. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  return target.closest(`${typing}, ${windows}`) !== null || document.querySelector('dialog:modal') !== null;
}

/**
 * Shortcuts of the page while the component is mounted, and their lines in the `ShortcutSheet`. They do not run while
 * something is typed or composed, in a dialog over the page, or when a part of the page has already handled the key.
 * Custom keys (`useKeysOf`) replace the defaults.
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
    // After whatever listens on the document, so that a part of the page comes first.
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** All shortcuts of the page as it stands, for the sheet. */
export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useRegistered(groups);
}
