import { useMemo, useState, useSyncExternalStore } from 'react';
import { matchRoute, type RouteMatch } from './match-route.ts';
import type { Menu } from './menu.ts';
import { initialMenuState, type MenuAction, type MenuState } from './menu-state.ts';
import { createMenuStore } from './menu-store.ts';
import { useBeforePaint } from './use-before-paint.ts';

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
}: MenuStateOptions): MenuControls {
  const [store] = useState(() =>
    createMenuStore(storageKey, { ...initialMenuState, collapsed: defaultCollapsed }),
  );
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getServerState);
  const current = useMemo(() => matchRoute(menu, currentPath), [menu, currentPath]);
  const group = current?.group?.id ?? null;

  // Each new path is a navigation, also within a group.
  useBeforePaint(() => store.dispatch({ type: 'navigated', group }), [store, currentPath, group]);

  return { state, dispatch: store.dispatch, current, drawerOpen: state.drawer === currentPath };
}
