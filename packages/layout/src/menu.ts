import type { ReactNode } from 'react';

/** A link of the menu. */
export interface MenuItem {
  /** Stable and unique in the whole menu; what is remembered refers to it. */
  readonly id: string;
  readonly label: string;
  /** Absolute path of the route, such as `/crm/clientes`, or a full address for another site. */
  readonly href: string;
  /** A 20 px icon for an item that stands at the top level; the collapsed rail shows nothing else. */
  readonly icon?: ReactNode;
  /** Other words a person may look for: `['NCF', 'cobrar']`. Found, never shown. */
  readonly keywords?: readonly string[];
}

/** A named group of links. A button shows and hides it; it is not a link itself. */
export interface MenuGroup {
  /** Stable and unique in the whole menu: open groups are remembered by it. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly keywords?: readonly string[];
  readonly items: readonly MenuItem[];
}

export type MenuEntry = MenuItem | MenuGroup;

/** A whole menu, in the order in which it is shown. */
export type Menu = readonly MenuEntry[];

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'items' in entry;
}
