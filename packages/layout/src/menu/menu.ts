import type { ReactNode } from 'react';

/** A counter beside an entry: `withBadges` of `@pauta/layout/menu-tools` sets it. */
export interface MenuBadge {
  /** Shown up to 99; nothing at 0. `null` while it is not known: its place is kept, so that nothing moves later. */
  readonly count: number | null;
  /** What is counted, for the accessible name of the entry: «Gestión de Cupos, 4 pendientes». */
  readonly label: string;
}

/** Entries one after the other that belong together. */
export interface MenuSection {
  /** Unique in the menu. */
  readonly id: string;
  /** Heading above the first of them. Without it a line alone divides them from what stands before. */
  readonly label?: string | undefined;
}

/** A link of the menu. */
export interface MenuItem {
  /** Stable and unique in the whole menu; stored state refers to it. */
  readonly id: string;
  readonly label: string;
  /** Absolute path of the route, such as `/crm/clientes`, or a full address for another site. */
  readonly href: string;
  /** A 20 px icon for an item that stands at the top level; the collapsed rail shows nothing else. */
  readonly icon?: ReactNode;
  /** Other words a person may look for: `['NCF', 'cobrar']`. Found, never shown. */
  readonly keywords?: readonly string[];
  readonly badge?: MenuBadge | undefined;
  /** The section it stands in. */
  readonly section?: MenuSection | undefined;
  /** Why the person may not go there: the entry is shown, can be reached, and leads nowhere. */
  readonly disabledReason?: string | undefined;
  /** Pages below it, to any depth: not in the menu, but in breadcrumbs and in the command palette. */
  readonly pages?: readonly MenuItem[] | undefined;
}

/** A named group of links. A button shows and hides it; it is not a link itself. */
export interface MenuGroup {
  /** Stable and unique in the whole menu: open groups are remembered by it. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keywords?: readonly string[];
  readonly items: readonly MenuItem[];
  /** The section it stands in. */
  readonly section?: MenuSection | undefined;
  /** Shown while the group is closed, and as a dot on the rail. */
  readonly badge?: MenuBadge | undefined;
  /** Pages that belong to the group and are not in the menu. */
  readonly pages?: readonly MenuItem[] | undefined;
  /** Its links stand elsewhere too (favourites): it is never the current group, and a search leaves it out. */
  readonly repeats?: boolean | undefined;
}

export type MenuEntry = MenuItem | MenuGroup;

/** A whole menu, in the order in which it is shown. */
export type Menu = readonly MenuEntry[];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'items' in entry;
}
