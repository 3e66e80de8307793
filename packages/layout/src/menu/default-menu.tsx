import type { ReactElement } from 'react';
import { Icon } from '../theme/icon.tsx';
import type { Menu, MenuGroup, MenuItem } from './menu.ts';

function icon(outline: string): ReactElement {
  return <Icon outline={outline} />;
}

/**
 * Makes a group of `path, label` pairs; a path that starts with `/` is absolute, any other is below the group's path.
 */
function group(
  id: string,
  label: string,
  outline: string,
  items: readonly (readonly [path: string, label: string])[],
): MenuGroup {
  return {
    id,
    label,
    icon: icon(outline),
    items: items.map(([path, itemLabel]): MenuItem => {
      const href = path.startsWith('/') ? path : `/${id}/${path}`;
      return { id: href.slice(1), label: itemLabel, href };
    }),
  };
}

/**
 * The menu of Pauta's back office, with the groups, items, order and labels of its specification. The specification
 * also spells the path `prevanta` and lists «Historial de Transferencias», whose path is in the CRM, under Gestión.
 *
 * @example
 * import { defaultMenu } from '@pauta/layout/menu';
 */
export const defaultMenu: Menu = /* @__PURE__ */ (() => [
  {
    id: 'dashboard',
    label: 'Dashboard',
    href: '/',
    icon: icon(
      'M3.5 3.5h5.25v6.25H3.5zM11.25 3.5h5.25v3.25h-5.25zM11.25 9.5h5.25v7h-5.25zM3.5 12.5h5.25v4H3.5z',
    ),
  },
  group(
    'crm',
    'CRM',
    'M7.5 9.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2.5 16c.35-2.6 2.4-4.25 5-4.25s4.65 1.65 5 4.25M13 4.1a2.6 2.6 0 0 1 0 4.9M14.4 12.1c1.7.5 2.9 1.9 3.1 3.9',
    [
      ['clientes', 'Clientes'],
      ['agencias', 'Agencias'],
      ['contactos', 'Contactos'],
      ['seguimiento', 'Seguimiento'],
      ['seguimiento-ref', 'Seguimiento - REF'],
      ['target-list', 'Target List'],
    ],
  ),
  group(
    'prevanta',
    'PreVenta',
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 13.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM10 10h.01',
    [
      ['distribucion-cartera', 'Distribución de Cartera'],
      ['presupuesto-ventas', 'Presupuesto de Ventas'],
      ['presupuesto-cliente', 'Presupuesto por Cliente'],
      ['metas-ejecutivo', 'Metas por Ejecutivo'],
    ],
  ),
  group('ventas', 'Ventas', 'm3 14 4.5-4.75 3.25 3L17 5.75M12.75 5.5H17v4.25', [
    ['oportunidades', 'Oportunidades'],
    ['oportunidades-ref', 'Oportunidades - REF'],
    ['presupuestos', 'Presupuestos'],
    ['contratos', 'Contratos'],
    ['adendas', 'Adendas'],
    ['pipeline', 'Pipeline'],
    ['ocupacion-disponibilidad', 'Ocupación y Disponibilidad'],
  ]),
  group(
    'postventa',
    'PostVenta',
    'M7 4.25H5.5A1.5 1.5 0 0 0 4 5.75v9.5a1.5 1.5 0 0 0 1.5 1.5h9a1.5 1.5 0 0 0 1.5-1.5v-9.5a1.5 1.5 0 0 0-1.5-1.5H13M7.5 3h5v2.75h-5zM7.25 11.25l2 2 3.75-4',
    [
      ['reportes-evidencias', 'Reportes de Evidencias'],
      ['fichas-tecnicas', 'Fichas Técnicas'],
      ['gestion-cupos', 'Gestión de Cupos'],
    ],
  ),
  group(
    'facturacion',
    'Facturación y Cobros',
    'M4.5 3v14l1.85-1.25L8.15 17 10 15.75 11.85 17l1.8-1.25L15.5 17V3l-1.85 1.25L11.85 3 10 4.25 8.15 3 6.35 4.25zM7.5 8h5M7.5 11.25h5',
    [
      ['facturacion-cobros', 'Facturación y Cobros'],
      ['facturacion', 'Facturación'],
      ['comisiones-agencia', 'Comisiones de Agencia'],
      ['registro-cobros', 'Registro de Cobros'],
    ],
  ),
  group(
    'inventario',
    'Inventario',
    'M10 2.75 16.5 6.25v7.5L10 17.25l-6.5-3.5v-7.5zM3.75 6.4 10 9.75l6.25-3.35M10 9.75v7.25M6.75 4.6l6.4 3.45',
    [
      ['inventario', 'Inventario'],
      ['paquetes', 'Paquetes'],
      ['gestion-fichas-tecnicas', 'Gestión de Fichas Técnicas'],
      ['gestion-precios', 'Gestión de Precios'],
    ],
  ),
  {
    id: 'implementacion',
    label: 'Implementación',
    href: '/implementacion/implementacion',
    icon: icon('m10 3 7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5'),
  },
  group(
    'gestion',
    'Gestión',
    'M3 6h7.5M14.5 6H17M3 14h2.5M9.5 14H17M12.5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM7.5 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
    [
      ['usuarios', 'Usuarios'],
      ['roles', 'Roles y Permisos'],
      ['configuracion', 'Configuración General'],
      ['catalogos', 'Catálogos'],
      ['/crm/historial-transferencias', 'Historial de Transferencias'],
    ],
  ),
  group(
    'multimedia',
    'Multimedia',
    'M4.5 3.5h11A1.5 1.5 0 0 1 17 5v10a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 15V5a1.5 1.5 0 0 1 1.5-1.5ZM8.25 7.25v5.5L12.75 10z',
    [
      ['videos', 'Videos'],
      ['imagenes', 'Imágenes'],
      ['audio', 'Audio'],
    ],
  ),
  group('reportes', 'Reportes', 'M3.5 3v12A1.5 1.5 0 0 0 5 16.5h12M7 13v-2.5M10.5 13V6.5M14 13V9', [
    ['actividad', 'Actividad del Sistema'],
    ['estadisticas', 'Estadísticas de Uso'],
    ['logs', 'Logs de Auditoría'],
  ]),
])();
