import {
  type Shortcut,
  ShortcutSheet,
  useRegionKeys,
  useShortcutGroups,
  useShortcuts,
} from '@pauta/layout/keys';
import { useMenuKeys } from '@pauta/layout/menu-tools';
import { type ReactElement, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { routeOf } from './routes.ts';

/** The letter after `g`, and where it leads; none is a key of lists. */
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

/** Keys that work on every signed-in page, and the sheet that tells all of them. */
export function Keyboard(): ReactElement | null {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const groups = useShortcutGroups();
  useRegionKeys();
  useMenuKeys();
  useShortcuts('En todas las páginas', [
    { id: 'help', keys: ['?'], label: 'Ver estos atajos', run: () => setOpen(true) },
    { id: 'palette', keys: ['Mod+k'], label: 'Buscar páginas, registros y acciones' },
    { id: 'save', keys: ['Mod+s'], label: 'Guardar lo que está editando' },
    { id: 'regions', keys: ['F6', 'Shift+F6'], label: 'Ir a la parte siguiente o anterior de la página' },
  ]);
  useShortcuts(
    'Ir a',
    Object.entries(places).map(
      ([letter, href]): Shortcut => ({
        id: href,
        keys: [`g ${letter}`],
        label: routeOf(href)?.title ?? href,
        run: () => void navigate(href),
      }),
    ),
  );
  return open ? <ShortcutSheet groups={groups} onClose={() => setOpen(false)} /> : null;
}
