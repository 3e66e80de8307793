import type { MenuLink } from './use-menu-state.ts';

/**
 * What an address says about the menu, `?menu=ventas&buscar=cupos`, and the address's query without it: honour it
 * once, then replace the address, or the menu would jump back at each reload. `null` where it says nothing.
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
