export { type MenuAccess, withAccess } from '../menu/with-access.ts';
export { withBadges } from '../menu/with-badges.ts';
export { menuKeyTarget, useMenuKeys } from './menu-keys.ts';
export { readMenuLink } from './menu-link.ts';
export { focusMenuSearch } from './menu-search-focus.ts';
export { railScript } from './rail-script.ts';
