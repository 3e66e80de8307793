import { isGroup, type Menu, type MenuGroup, type MenuItem } from './menu.ts';

/** Where a path is in a menu. */
export interface RouteMatch {
  readonly item: MenuItem;
  /** The group that holds the item, `null` at the top level. */
  readonly group: MenuGroup | null;
  /** Whether the path is the item's own, not one below it. */
  readonly exact: boolean;
}

export const otherSite = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/** Without query, hash and closing slashes, percent signs decoded; always starts with `/`. */
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
 * The item that a path belongs to: the one whose address is the longest whole-segment prefix of it, the first
 * one in menu order among equals. `/` matches only itself, so that home is not the parent of every screen.
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
