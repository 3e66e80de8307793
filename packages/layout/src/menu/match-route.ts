import { isGroup, type Menu, type MenuGroup, type MenuItem } from './menu.ts';

/** The position of a path in a menu. */
export interface RouteMatch {
  readonly item: MenuItem;
  /** The group that contains the item, `null` at the top level. */
  readonly group: MenuGroup | null;
  /** Whether the path is the item's own and not one below it. */
  readonly exact: boolean;
}

export const otherSite = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/** The path without query, hash and trailing slashes, percent-decoded; always starts with `/`. */
export function normalizePath(path: string): string {
  const bare = path
    .replace(/[?#].*$/s, '')
    .replace(/^\/*/, '/')
    .replace(/(.)\/+$/, '$1');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

/**
 * The item that a path belongs to: the one whose address is the longest whole-segment prefix of the path, the first in
 * menu order if several are equal. `/` matches only itself, so that the home page is not the parent of every page.
 *
 * @example
 * matchRoute(menu, '/gestion/catalogos/industrias')?.item.label; // 'Catálogos'
 */
export function matchRoute(menu: Menu, currentPath: string): RouteMatch | null {
  const path = normalizePath(currentPath);
  let best: RouteMatch | null = null;
  let length = 0;
  const consider = (item: MenuItem, group: MenuGroup | null): void => {
    if (otherSite.test(item.href)) return;
    const href = normalizePath(item.href);
    const exact = path === href;
    if (href.length > length && (exact || path.startsWith(`${href}/`))) {
      best = { item, group, exact };
      length = href.length;
    }
  };
  for (const entry of menu) {
    if (!isGroup(entry)) consider(entry, null);
    else if (!entry.repeats) for (const item of entry.items) consider(item, entry);
  }
  return best;
}
