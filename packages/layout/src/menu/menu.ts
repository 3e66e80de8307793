import type { ReactNode } from 'react';

/** A counter beside an entry: `withBadges` of `@pauta/layout/menu-tools` sets it. */
export interface MenuBadge {
  /**
   * Shown up to 99; hidden at 0. `null` while unknown: the space is reserved, so that the layout does not shift later.
   */
  readonly count: number | null;
  /** What is counted, for the accessible name of the entry: «Gestión de Cupos, 4 pendientes». */
  readonly label: string;
}

/** Consecutive entries that belong together. */
export interface MenuSection {
  /** Unique in the menu. */
  readonly id: string;
  /** Heading above the first entry. Without it only a line separates the section from the entries before it. */
  readonly label?: string | undefined;
}

/** A link of the menu. */
export interface MenuItem {
  /** Stable and unique in the whole menu, because stored state refers to it. */
  readonly id: string;
  readonly label: string;
  /** Absolute path of the route, such as `/crm/clientes`, or a full address for another site. */
  readonly href: string;
  /** A 20 px icon for a top-level item; the collapsed rail shows only the icon. */
  readonly icon?: ReactNode;
  /** Other words that the search finds but does not show: `['NCF', 'cobrar']`. */
  readonly keywords?: readonly string[];
  readonly badge?: MenuBadge | undefined;
  /** The section that contains the item. */
  readonly section?: MenuSection | undefined;
  /** Why the user may not open the page: the entry is shown and focusable, but has no link. */
  readonly disabledReason?: string | undefined;
  /** Pages below the item, to any depth: not shown in the menu, but in breadcrumbs and in the command palette. */
  readonly pages?: readonly MenuItem[] | undefined;
}

/** A named group of links. Its button shows and hides them; the group itself is not a link. */
export interface MenuGroup {
  /** Stable and unique in the whole menu, because the open groups are stored by id. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keywords?: readonly string[];
  readonly items: readonly MenuItem[];
  /** The section that contains the group. */
  readonly section?: MenuSection | undefined;
  /** Shown while the group is closed, and as a dot on the rail. */
  readonly badge?: MenuBadge | undefined;
  /** Pages that belong to the group but are not shown in the menu. */
  readonly pages?: readonly MenuItem[] | undefined;
  /**
   * Its links also occur elsewhere in the menu (favourites): it is never the current group, and the search ignores it.
   */
  readonly repeats?: boolean | undefined;
}

export type MenuEntry = MenuItem | MenuGroup;

/** A whole menu, in display order. */
export type Menu = readonly MenuEntry[];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'items' in entry;
}
