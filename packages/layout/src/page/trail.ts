import { normalizePath, otherSite } from '../menu/match-route.ts';
import { isGroup, type Menu, type MenuItem } from '../menu/menu.ts';

/** A link in the menu of sibling pages of a step. */
export interface CrumbLink {
  readonly label: string;
  readonly href: string;
}

/** One step of a trail. The last step is the page itself. */
export interface Crumb {
  readonly label: string;
  /** Absent for a group of the menu. */
  readonly href?: string | undefined;
  /** The sibling pages, including the page itself. */
  readonly siblings?: readonly CrumbLink[] | undefined;
}

/** A page that is not in the menu. */
export interface ExtraPage {
  readonly href: string;
  readonly label: string;
  readonly keywords?: readonly string[];
  /** Id of the parent entry; by default the item whose address is the longest prefix of `href`. */
  readonly parent?: string | undefined;
}

/**
 * Adds pages that are not shown in the menu but have a position in it, for breadcrumbs and the command palette. Pages
 * without a parent are added at the top level.
 *
 * @example
 * withPages(menu, [{ href: '/gestion/catalogos/industrias', label: 'Industrias' }]); // below «Catálogos»
 */
export function withPages(menu: Menu, pages: readonly ExtraPage[]): Menu {
  const known = new Set(
    menu.flatMap((entry) => (isGroup(entry) ? entry.items : [entry])).map(({ href }) => href),
  );
  const placed = new Map<string, MenuItem[]>();
  const loose: MenuItem[] = [];
  for (const { parent, ...page } of pages) {
    if (known.has(page.href)) continue;
    const owner = parent ?? findPlace(menu, page.href)?.at(-1)?.id;
    const item = { id: page.href, ...page };
    if (owner === undefined) loose.push(item);
    else placed.set(owner, [...(placed.get(owner) ?? []), item]);
  }
  const filled = <T extends MenuPlace>(entry: T): T => {
    const own = placed.get(entry.id);
    return own ? { ...entry, pages: [...(entry.pages ?? []), ...own] } : entry;
  };
  return [
    ...menu.map((entry) =>
      isGroup(entry) ? filled({ ...entry, items: entry.items.map(filled) }) : filled(entry),
    ),
    ...loose,
  ];
}

type MenuPlace = Menu[number];

const below = (entry: MenuPlace): readonly MenuItem[] => [
  ...(isGroup(entry) ? entry.items : []),
  ...(entry.pages ?? []),
];

/** The steps from the top of the menu to the entry with the longest address that is a prefix of the path. */
function findPlace(menu: Menu, currentPath: string): readonly MenuPlace[] | null {
  const path = normalizePath(currentPath);
  let best: readonly MenuPlace[] | null = null;
  let length = 0;
  const visit = (entry: MenuPlace, above: readonly MenuPlace[]): void => {
    const way = [...above, entry];
    if (isGroup(entry)) {
      if (entry.repeats) return;
    } else if (!otherSite.test(entry.href)) {
      const href = normalizePath(entry.href);
      if (href.length > length && (path === href || path.startsWith(`${href}/`))) {
        best = way;
        length = href.length;
      }
    }
    for (const child of below(entry)) visit(child, way);
  };
  for (const entry of menu) visit(entry, []);
  return best;
}

const links = (entries: readonly MenuPlace[]): readonly CrumbLink[] =>
  entries.flatMap((entry) =>
    isGroup(entry) || entry.disabledReason ? [] : [{ label: entry.label, href: entry.href }],
  );

/**
 * The trail of a page: its group, its menu item, the pages below that, and for a deeper page, such as a record, its own
 * title.
 *
 * @param page The title that the page set (`usePage`), and its parent page if that is not in the menu.
 * @example
 * trailOf(menu, '/crm/clientes/17', { title: 'ACME' }).map(({ label }) => label); // ['CRM', 'Clientes', 'ACME']
 */
export function trailOf(
  menu: Menu,
  path: string,
  page: { readonly title?: string | undefined; readonly parent?: CrumbLink | undefined } = {},
): readonly Crumb[] {
  const way = findPlace(menu, path);
  if (!way) return page.title ? [{ label: page.title, href: path }] : [];
  const crumbs = way.map((entry, index): Crumb => {
    const above = way[index - 1];
    const siblings = isGroup(entry) ? links(entry.items) : above ? links(below(above)) : [];
    return {
      label: entry.label,
      ...(!isGroup(entry) && { href: entry.href }),
      ...(siblings.length > 1 && { siblings }),
    };
  });
  const last = crumbs.at(-1);
  const here = normalizePath(path);
  if (last?.href === undefined || normalizePath(last.href) === here || !page.title) return crumbs;
  const { parent } = page;
  const isKnown =
    parent && crumbs.some(({ href }) => href && normalizePath(href) === normalizePath(parent.href));
  return [...crumbs, ...(parent && !isKnown ? [parent] : []), { label: page.title, href: path }];
}
