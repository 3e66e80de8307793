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

export interface Shortcut {
  readonly command: ListCommand;
  /** As `KeyboardEvent.key` spells them; a single character is one that can be turned off (WCAG 2.1.4). */
  readonly keys: readonly string[];
  /** With Ctrl, or the command key. */
  readonly ctrl?: boolean;
  /** Only while the focus is on a row. */
  readonly inRow?: boolean;
  readonly label: string;
}

/** The keys of a list, in the order in which the sheet tells them. `Enter` opens because a row is a link. */
export const shortcuts: readonly Shortcut[] = [
  { command: 'next', keys: ['j'], label: 'Fila siguiente' },
  { command: 'previous', keys: ['k'], label: 'Fila anterior' },
  { command: 'next', keys: ['ArrowDown'], inRow: true, label: 'Fila siguiente, desde una fila' },
  { command: 'previous', keys: ['ArrowUp'], inRow: true, label: 'Fila anterior, desde una fila' },
  { command: 'peek', keys: ['p'], label: 'Abrir o cerrar la vista rápida' },
  { command: 'peek', keys: [' '], inRow: true, label: 'Abrir o cerrar la vista rápida, desde una fila' },
  { command: 'select', keys: ['x'], label: 'Seleccionar la fila o quitarla de la selección' },
  { command: 'selectRange', keys: ['X'], label: 'Seleccionar desde la última fila marcada hasta esta' },
  { command: 'selectPage', keys: ['a'], ctrl: true, inRow: true, label: 'Seleccionar toda la página' },
  { command: 'actions', keys: ['a'], label: 'Ir a las acciones de la selección' },
  { command: 'edit', keys: ['e', 'F2'], label: 'Editar en la fila; si no se puede, en el formulario' },
  { command: 'create', keys: ['n'], label: 'Crear un registro' },
  { command: 'search', keys: ['/'], label: 'Ir a la búsqueda' },
  { command: 'help', keys: ['?'], label: 'Ver estos atajos' },
  { command: 'escape', keys: ['Escape'], label: 'Cerrar la vista rápida o quitar la selección' },
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
