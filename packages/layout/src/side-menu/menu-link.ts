import type { MenuLink } from './use-menu-state.ts';

/**
 * The menu parameters of an address, `?menu=ventas&buscar=cupos`, and the rest of its query. Apply them once, then
 * replace the address; otherwise each reload would reset the menu. `null` without such parameters.
 *
 * @example
 * const found = readMenuLink(location.search);
 * if (found) history.replaceState(null, '', location.pathname + found.rest);
 * <AppShell link={found?.link} … />
 */
export function readMenuLink(search: string): { readonly link: MenuLink; readonly rest: string } | null {
  const parameters = new URLSearchParams(search);
  const open = parameters.getAll('menu').flatMap((value) => value.split(',').filter(Boolean));
  const query = parameters.get('buscar') ?? '';
  if (open.length === 0 && query.trim() === '') return null;
  parameters.delete('menu');
  parameters.delete('buscar');
  const rest = parameters.toString();
  return { link: { open, query }, rest: rest && `?${rest}` };
}
