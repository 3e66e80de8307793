import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { matchRoute, type RouteMatch } from '../menu/match-route.ts';
import type { Menu } from '../menu/menu.ts';
import { useBeforePaint } from '../theme/use-before-paint.ts';
import { initialMenuState, type MenuAction, type MenuState } from './menu-state.ts';
import { createMenuStore } from './menu-store.ts';

/** The part of the menu's state that can be given in an address. */
export interface MenuLink {
  /** Ids of the groups to open. */
  readonly open: readonly string[];
  readonly query: string;
}

export interface MenuStateOptions {
  readonly menu: Menu;
  readonly currentPath: string;
  /**
   * Key of `localStorage` for the rail and the open groups, `null` to store nothing. Default `pauta-menu`. Read once,
   * at the first render.
   */
  readonly storageKey?: string | null | undefined;
  /** Whether the rail is collapsed if nothing is stored. Default `false`. */
  readonly defaultCollapsed?: boolean | undefined;
  /** Makes the rail controlled by the app; the stored state is then ignored. */
  readonly collapsed?: boolean | undefined;
  /** Called when the user, or `link`, collapses or expands the rail. */
  readonly onCollapsedChange?: ((collapsed: boolean) => void) | undefined;
  /** Groups to open and a text to search for: the result of `readMenuLink`. Each new object is applied once. */
  readonly link?: MenuLink | null | undefined;
}

export interface MenuControls {
  readonly state: MenuState;
  readonly dispatch: (action: MenuAction) => void;
  /** The position of the current path in the menu. */
  readonly current: RouteMatch | null;
  /** Whether the mobile drawer is open: not at start, and closed when the path changes. */
  readonly drawerOpen: boolean;
}

/**
 * State of a menu: rail, open groups, drawer, search. Stored state is already applied at the first render, so that
 * nothing flickers; changes in other tabs are picked up.
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

  // Set by `railScript`. Not removed before paint, because React replaces server-rendered state in that same phase.
  useEffect(() => {
    delete document.documentElement.dataset.pautaRail;
  }, []);

  // Every new path is a navigation, also within a group.
  useBeforePaint(() => store.dispatch({ type: 'navigated', group }), [store, currentPath, group]);

  const asked = link && JSON.stringify(link);
  useBeforePaint(() => {
    if (asked) store.dispatch({ type: 'linked', ...(JSON.parse(asked) as MenuLink) });
  }, [store, asked]);

  return { state, dispatch: store.dispatch, current, drawerOpen: state.drawer === currentPath };
}
