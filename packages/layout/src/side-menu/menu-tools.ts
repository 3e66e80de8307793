export { menuKeyTarget, useMenuKeys } from './menu-keys.ts';
export { readMenuLink } from './menu-link.ts';
export { focusMenuSearch } from './menu-search-focus.ts';
export { railScript } from './rail-script.ts';
export { type MenuAccess, withAccess } from './with-access.ts';
export { withBadges } from './with-badges.ts';
