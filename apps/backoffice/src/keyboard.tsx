import { useUser } from '@pauta/core/react';
import {
  type Shortcut,
  ShortcutSheet,
  useKeysOf,
  useRegionKeys,
  useShortcutGroups,
  useShortcuts,
} from '@pauta/layout/keys';
import { focusMenuSearch, useMenuKeys } from '@pauta/layout/menu-tools';
import { shortcutSettings } from '@pauta/ui/list/keys/shortcut-sheet.tsx';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { routeOf } from './routes.ts';

/** The pages opened by `g` and a letter. None of the letters is a shortcut of lists. */
const places = {
  d: '/',
  c: '/crm/clientes',
  g: '/crm/agencias',
  t: '/crm/contactos',
  s: '/crm/seguimiento',
  o: '/ventas/oportunidades',
  u: '/gestion/usuarios',
  r: '/reportes/actividad',
  m: '/perfil',
} as const;

/** Shortcuts of every signed-in page, and the help sheet that lists all of them. */
export function Keyboard(): ReactElement | null {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const groups = useShortcutGroups();
  const user = useUser();
  useKeysOf(user && `pauta.keys.${user.id}`);
  useRegionKeys();
  useMenuKeys();
  useShortcuts('En todas las páginas', [
    { id: 'help', keys: ['?'], label: 'Ver estos atajos', run: () => setOpen(true) },
    // On the page of a list, the list handles these keys.
    {
      id: 'search',
      keys: ['/'],
      label: 'Ir a la búsqueda: la de la lista o, donde no la hay, la del menú',
      run: focusMenuSearch,
    },
    { id: 'menu-search', keys: ['g b'], label: 'Buscar en el menú', run: focusMenuSearch },
    { id: 'palette', keys: ['Mod+k'], label: 'Buscar páginas, registros y acciones' },
    { id: 'save', keys: ['Mod+s'], label: 'Guardar lo que está editando' },
    { id: 'regions', keys: ['F6', 'Shift+F6'], label: 'Ir a la parte siguiente o anterior de la página' },
  ]);
  useShortcuts(
    'Ir a',
    Object.entries(places).map(
      ([letter, href]): Shortcut => ({
        id: `go${href}`,
        keys: [`g ${letter}`],
        label: routeOf(href)?.title ?? href,
        run: () => void navigate(href),
      }),
    ),
  );
  if (!open) return null;
  return (
    <ShortcutSheet
      groups={groups}
      onChange={() => {
        setOpen(false);
        void navigate(shortcutSettings);
      }}
      onClose={() => setOpen(false)}
    />
  );
}
