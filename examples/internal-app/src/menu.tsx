import type { Menu } from '@pauta/layout';
import type { ReactElement } from 'react';

const icon = (outline: string): ReactElement => (
  <svg aria-hidden="true" fill="none" height="20" stroke="currentColor" viewBox="0 0 20 20" width="20">
    <path d={outline} />
  </svg>
);

export const menu: Menu = [
  { id: 'today', label: 'Hoy', href: '/', icon: icon('m3 10 7-7 7 7v7H3z') },
  {
    id: 'stock',
    label: 'Almacén',
    icon: icon('M3 6h14v11H3zM3 6l2-3h10l2 3'),
    items: [
      { id: 'stock-in', label: 'Recepción', href: '/recepcion', keywords: ['entradas'] },
      { id: 'stock-out', label: 'Despacho', href: '/despacho', keywords: ['salidas'] },
    ],
  },
  {
    id: 'people',
    label: 'Personal',
    icon: icon('M10 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 17a7 7 0 0 1 14 0'),
    items: [{ id: 'shifts', label: 'Turnos', href: '/turnos' }],
  },
];
