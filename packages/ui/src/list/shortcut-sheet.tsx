import { type ShortcutGroup, ShortcutSheet, useShortcutGroups } from '@pauta/layout/keys';
import type { ReactElement } from 'react';

/** What the keys of `shortcuts.ts` do, in the order in which the sheet tells them. */
const ofLists: ShortcutGroup = {
  label: 'En una lista',
  shortcuts: [
    { keys: ['Enter'], label: 'Abrir el registro de la fila' },
    { keys: ['j'], label: 'Fila siguiente' },
    { keys: ['k'], label: 'Fila anterior' },
    { keys: ['ArrowDown'], label: 'Fila siguiente, desde una fila' },
    { keys: ['ArrowUp'], label: 'Fila anterior, desde una fila' },
    { keys: ['p'], label: 'Abrir o cerrar la vista rápida' },
    { keys: ['Space'], label: 'Abrir o cerrar la vista rápida, desde una fila' },
    { keys: ['x'], label: 'Seleccionar la fila o quitarla de la selección' },
    { keys: ['X'], label: 'Seleccionar desde la última fila marcada hasta esta' },
    { keys: ['Mod+a'], label: 'Seleccionar toda la página' },
    { keys: ['a'], label: 'Ir a las acciones de la selección' },
    { keys: ['e', 'F2'], label: 'Editar en la fila; si no se puede, en el formulario' },
    { keys: ['n'], label: 'Crear un registro' },
    { keys: ['/'], label: 'Ir a la búsqueda' },
    { keys: ['?'], label: 'Ver estos atajos' },
    { keys: ['Escape'], label: 'Cerrar la vista rápida o quitar la selección' },
  ],
};

/** The keys of a list and of the page around it. */
export function ListShortcutSheet({ onClose }: { onClose: () => void }): ReactElement {
  return <ShortcutSheet groups={[ofLists, ...useShortcutGroups()]} onClose={onClose} />;
}
