/** What a key does in a list. */
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
  /** As `KeyboardEvent.key` spells them; a single character is one that can be turned off (WCAG 2.1.4). */
  readonly keys: readonly string[];
  /** With Ctrl, or the command key. */
  readonly ctrl?: boolean;
  /** Only while the focus is on a row. */
  readonly inRow?: boolean;
}

/** The keys of a list; `shortcut-sheet.tsx` tells what they do. `Enter` opens because a row is a link. */
const shortcuts: readonly Shortcut[] = [
  { command: 'next', keys: ['j'] },
  { command: 'previous', keys: ['k'] },
  { command: 'next', keys: ['ArrowDown'], inRow: true },
  { command: 'previous', keys: ['ArrowUp'], inRow: true },
  { command: 'peek', keys: ['p'] },
  { command: 'peek', keys: [' '], inRow: true },
  { command: 'select', keys: ['x'] },
  { command: 'selectRange', keys: ['X'] },
  { command: 'selectPage', keys: ['a'], ctrl: true, inRow: true },
  { command: 'actions', keys: ['a'] },
  { command: 'edit', keys: ['e', 'F2'] },
  { command: 'create', keys: ['n'] },
  { command: 'search', keys: ['/'] },
  { command: 'help', keys: ['?'] },
  { command: 'escape', keys: ['Escape'] },
];

const isCharacter = (key: string): boolean => key.length === 1 && key !== ' ';

/** The command of a key press; null when it is none of ours. */
export function commandOf(
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { inRow, characters }: { inRow: boolean; characters: boolean },
): ListCommand | null {
  if (press.altKey) return null;
  const ctrl = press.ctrlKey || press.metaKey;
  const found = shortcuts.find(
    (one) => one.keys.includes(press.key) && (one.ctrl ?? false) === ctrl && (inRow || !one.inRow),
  );
  if (!found || (!characters && !ctrl && isCharacter(press.key))) return null;
  return found.command;
}
