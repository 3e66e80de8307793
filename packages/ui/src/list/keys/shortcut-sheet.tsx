import { type ShortcutGroup, ShortcutSheet, useShortcutGroups } from '@pauta/layout/keys';
import type { ReactElement } from 'react';
import { useNavigate } from '../../router.ts';

/** Descriptions of the shortcuts of `shortcuts.ts`, in the order of the help sheet. */
export const shortcutsOfLists: ShortcutGroup = {
  label: 'En una lista',
  shortcuts: [
    { keys: ['Enter'], label: 'Abrir el registro de la fila' },
    { id: 'list.next', keys: ['j'], label: 'Fila siguiente', presses: 1 },
    { id: 'list.previous', keys: ['k'], label: 'Fila anterior', presses: 1 },
    { keys: ['ArrowDown'], label: 'Fila siguiente, desde una fila' },
    { keys: ['ArrowUp'], label: 'Fila anterior, desde una fila' },
    { id: 'list.peek', keys: ['p'], label: 'Abrir o cerrar la vista rápida', presses: 1 },
    { keys: ['Space'], label: 'Abrir o cerrar la vista rápida, desde una fila' },
    { id: 'list.select', keys: ['x'], label: 'Seleccionar la fila o quitarla de la selección', presses: 1 },
    {
      id: 'list.selectRange',
      keys: ['X'],
      label: 'Seleccionar desde la última fila marcada hasta esta',
      presses: 1,
    },
    { keys: ['Mod+a'], label: 'Seleccionar toda la página' },
    { id: 'list.actions', keys: ['a'], label: 'Ir a las acciones de la selección', presses: 1 },
    {
      id: 'list.edit',
      keys: ['e', 'F2'],
      label: 'Editar en la fila; si no se puede, en el formulario',
      presses: 1,
    },
    { id: 'list.create', keys: ['n'], label: 'Crear un registro', presses: 1 },
    { id: 'search', keys: ['/'], label: 'Ir a la búsqueda', presses: 1 },
    { id: 'help', keys: ['?'], label: 'Ver estos atajos', presses: 1 },
    { keys: ['Escape'], label: 'Cerrar la vista rápida o quitar la selección' },
  ],
};

/** Link to the editor of shortcuts. */
export const shortcutSettings = '/perfil#atajos';

/** The help sheet with the shortcuts of a list and of the page around it. */
export function ListShortcutSheet({ onClose }: { onClose: () => void }): ReactElement {
  const navigate = useNavigate();
  return (
    <ShortcutSheet
      groups={[shortcutsOfLists, ...useShortcutGroups()]}
      onChange={() => {
        onClose();
        void navigate(shortcutSettings);
      }}
      onClose={onClose}
    />
  );
}
