import type { MenuGroup } from '../menu/menu.ts';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import type { Pin } from './pin-list.ts';
import * as texts from './pin-texts.ts';

/**
 * Favourites as a group of the side menu, for `[favoriteGroup(pins.favorites), ...menu]`. Its links also occur
 * elsewhere in the menu, so it is never the current group and the search ignores it.
 *
 * @example
 * const menu = pins.favorites.length > 0 ? [favoriteGroup(pins.favorites), ...defaultMenu] : defaultMenu;
 */
export function favoriteGroup(favorites: readonly Pin[]): MenuGroup {
  return {
    id: 'favoritos',
    label: texts.favorites,
    icon: <Icon outline={outlines.star} />,
    repeats: true,
    items: favorites.map(({ href, label }) => ({ id: `favoritos:${href}`, label, href })),
  };
}
