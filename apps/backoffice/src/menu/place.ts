import { defaultMenu } from '@pauta/layout/menu';
import { type PageInfo, trailOf, withPages } from '@pauta/layout/page';
import type { Pin } from '@pauta/layout/pins';
import { parameterLists } from '@pauta/screens/admin/settings/settings-path.ts';
import { routeOf, signedInRoutes } from '../routes.ts';

/** Pages without a menu entry as parent: they are below the area that begins their path. */
const withoutEntry = [
  'crm/client-registrations',
  'gestion/pruebas',
  'multimedia/archivos',
  'reportes/informes',
];

/**
 * The hierarchy of all pages of spec.md §2, those of the menu and below them those that the menu does not show, and of
 * the lists of parameters.
 */
export const pages = withPages(defaultMenu, [
  ...signedInRoutes.map(({ path, title }) => ({
    href: `/${path}`,
    label: title,
    ...(withoutEntry.includes(path) && { parent: path.slice(0, path.indexOf('/')) }),
  })),
  ...parameterLists,
]);

const passing = /\/(nuevo|importar|editar)$/;

/** A page as a favourite or a recent page; null for a transient page, or one without a name yet. */
export function pinOf(path: string, page: PageInfo | null): Pin | null {
  const route = routeOf(path);
  if (!route || path === '/' || passing.test(path)) return null;
  const isOwn = path.replace(/^\/|\/$/g, '') === route.path;
  const label = isOwn ? route.title : page?.title;
  if (!label) return null;
  const section = trailOf(pages, path, page ?? {}).at(-2)?.label;
  return { href: path.replace(/(.)\/+$/, '$1'), label, ...(section !== undefined && { section }) };
}
