export { fold } from './menu/fold.ts';
export { matchRoute, type RouteMatch } from './menu/match-route.ts';
export type { Menu, MenuBadge, MenuEntry, MenuGroup, MenuItem, MenuSection } from './menu/menu.ts';
export { type MenuSearch, searchMenu } from './menu/search-menu.ts';
export { focusMain, usePageFocus } from './page/page-focus.ts';
export { announce } from './parts/announce.ts';
export type { LinkComponent, LinkProps, Navigation } from './parts/link.tsx';
export type { ShellTexts } from './parts/texts.ts';
export { AppShell, type AppShellProps } from './shell/app-shell.tsx';
export { TopBar, type TopBarProps } from './shell/top-bar.tsx';
export { type ShellUser, UserMenu, type UserMenuProps } from './shell/user-menu.tsx';
export type { MenuAction, MenuState } from './side-menu/menu-state.ts';
export { SideMenu, type SideMenuProps } from './side-menu/side-menu.tsx';
export {
  type MenuControls,
  type MenuLink,
  type MenuStateOptions,
  useMenuState,
} from './side-menu/use-menu-state.ts';
export { type ColorName, type TokenName, token } from './theme/tokens.ts';
