import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { matchRoute, type RouteMatch } from '../menu/match-route.ts';
import type { Menu } from '../menu/menu.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { initialMenuState, type MenuAction, type MenuState } from './menu-state.ts';
import { createMenuStore } from './menu-store.ts';

/** The part of the menu's state that an address may carry. */
export interface MenuLink {
  /** Ids of groups. */
  readonly open: readonly string[];
  readonly query: string;
}

export interface MenuStateOptions {
  readonly menu: Menu;
  readonly currentPath: string;
  /**
   * Key of `localStorage` under which the rail and the open groups are kept, `null` to keep nothing. Default
   * `pauta-menu`. Read once.
   */
  readonly storageKey?: string | null | undefined;
  /** Whether the rail is collapsed where nothing is remembered. Default `false`. */
  readonly defaultCollapsed?: boolean | undefined;
  /** Makes the rail controlled by the app; the stored state is then ignored. */
  readonly collapsed?: boolean | undefined;
  /** The person, or `link`, collapsed or expanded the rail. */
  readonly onCollapsedChange?: ((collapsed: boolean) => void) | undefined;
  /** Groups to open and a text to search for: what `readMenuLink` found in the address. Each one is honoured once. */
  readonly link?: MenuLink | null | undefined;
}

export interface MenuControls {
  readonly state: MenuState;
  readonly dispatch: (action: MenuAction) => void;
  /** Where the current path is in the menu. */
  readonly current: RouteMatch | null;
  /** Whether the mobile drawer is open: never at start, and no longer once the path has changed. */
  readonly drawerOpen: boolean;
}

/**
 * State of a menu: rail, open groups, drawer, search. What was remembered is there at the first render, so
 * nothing flashes; other tabs are followed.
 */
export function useMenuState({
  menu,
  currentPath,
  storageKey = 'pauta-menu',
  defaultCollapsed = false,
  collapsed,
  onCollapsedChange,
  link,
}: MenuStateOptions): MenuControls {
  const [store] = useState(() =>
    createMenuStore(storageKey, { ...initialMenuState, collapsed: defaultCollapsed }),
  );
  const stored = useSyncExternalStore(store.subscribe, store.getState, store.getServerState);
  const state = collapsed === undefined ? stored : { ...stored, collapsed };
  useBeforePaint(() => store.control(collapsed, onCollapsedChange));
  const current = useMemo(() => matchRoute(menu, currentPath), [menu, currentPath]);
  const group = current?.group?.id ?? null;

  // Of `railScript`. Not before paint: React corrects what a server rendered in the same turn as this.
  useEffect(() => {
    delete document.documentElement.dataset.pautaRail;
  }, []);

  // Each new path is a navigation, also within a group.
  useBeforePaint(() => store.dispatch({ type: 'navigated', group }), [store, currentPath, group]);

  const asked = link && JSON.stringify(link);
  useBeforePaint(() => {
    if (asked) store.dispatch({ type: 'linked', ...(JSON.parse(asked) as MenuLink) });
  }, [store, asked]);

  return { state, dispatch: store.dispatch, current, drawerOpen: state.drawer === currentPath };
}
