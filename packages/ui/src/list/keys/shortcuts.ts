import { isSingleKey, type KeyMap, keysOf, parseKeys, pressOf } from '@pauta/layout/keys';

/** An action that a key triggers in a list. */
export type ListCommand =
  | 'next'
  | 'previous'
  | 'peek'
  | 'select'
  | 'selectRange'
  | 'selectPage'
  | 'actions'
  | 'edit'
  | 'create'
  | 'search'
  | 'help'
  | 'escape';

interface Shortcut {
  readonly command: ListCommand;
  /** Single key presses, in the notation of `@pauta/layout/keys`. */
  readonly keys: readonly string[];
  /** Id under which custom keys are stored. */
  readonly id?: string;
  /** Works only while a row has the focus. */
  readonly inRow?: boolean;
}

/** The shortcuts of a list, described in `shortcut-sheet.tsx`. `Enter` opens a record because a row is a link. */
export const shortcuts: readonly Shortcut[] = [
  { command: 'next', keys: ['j'], id: 'list.next' },
  { command: 'previous', keys: ['k'], id: 'list.previous' },
  { command: 'next', keys: ['ArrowDown'], inRow: true },
  { command: 'previous', keys: ['ArrowUp'], inRow: true },
  { command: 'peek', keys: ['p'], id: 'list.peek' },
  { command: 'peek', keys: ['Space'], inRow: true },
  { command: 'select', keys: ['x'], id: 'list.select' },
  { command: 'selectRange', keys: ['X'], id: 'list.selectRange' },
  { command: 'selectPage', keys: ['Mod+a'], inRow: true },
  { command: 'actions', keys: ['a'], id: 'list.actions' },
  { command: 'edit', keys: ['e', 'F2'], id: 'list.edit' },
  { command: 'create', keys: ['n'], id: 'list.create' },
  // The same key as on every other page.
  { command: 'search', keys: ['/'], id: 'search' },
  { command: 'help', keys: ['?'], id: 'help' },
  { command: 'escape', keys: ['Escape'] },
];

/** The command of a key press; null if it has none. */
export function commandOf(
  press: Parameters<typeof pressOf>[0],
  { inRow, characters, map }: { inRow: boolean; characters: boolean; map: KeyMap },
): ListCommand | null {
  const name = pressOf(press);
  const answers = (written: string): boolean =>
    parseKeys(written).join(' ') === name && (characters || !isSingleKey(written));
  return shortcuts.find((one) => (inRow || !one.inRow) && keysOf(one, map).some(answers))?.command ?? null;
}
