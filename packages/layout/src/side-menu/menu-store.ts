import {
  initialMenuState,
  type MenuAction,
  type MenuState,
  menuReducer,
  parseRemembered,
  remember,
} from './menu-state.ts';

/** The menu's state outside React, so that the first render already has the stored state. */
export interface MenuStore {
  getState(): MenuState;
  /** The state without anything stored: what a server renders. */
  getServerState(): MenuState;
  dispatch(action: MenuAction): void;
  /**
   * Makes the rail controlled: its state, or `undefined` if it is not controlled, and the callback for requested
   * changes.
   */
  control(collapsed: boolean | undefined, onChange: ((collapsed: boolean) => void) | undefined): void;
  subscribe(listener: () => void): () => void;
}

function browserStorage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Creates a store that keeps the rail and the open groups under a key of `localStorage` and updates from other tabs. If
 * storage is missing, full or forbidden, or the key is `null`, nothing is stored.
 */
export function createMenuStore(storageKey: string | null, initial: MenuState = initialMenuState): MenuStore {
  const storage = storageKey === null ? null : browserStorage();
  const listeners = new Set<() => void>();
  let written: string | null = null;
  let state = initial;
  let onCollapsed: ((collapsed: boolean) => void) | undefined;

  const restore = (stored: string | null): void => {
    const remembered = parseRemembered(stored);
    if (remembered === null) return;
    written = stored;
    state = menuReducer(state, { type: 'restored', remembered });
  };

  const write = (): void => {
    if (storage === null || storageKey === null) return;
    const next = JSON.stringify(remember(state));
    if (next === written) return;
    written = next;
    try {
      storage.setItem(storageKey, next);
    } catch {
      // Storage is full or forbidden: the menu works, but its state is not stored.
    }
  };

  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  const onStorage = (event: StorageEvent): void => {
    if (event.key !== storageKey || event.newValue === written) return;
    restore(event.newValue);
    notify();
  };

  try {
    if (storage !== null && storageKey !== null) restore(storage.getItem(storageKey));
  } catch {
    // Storage is forbidden.
  }

  return {
    getState: () => state,
    getServerState: () => initial,
    dispatch(action) {
      const next = menuReducer(state, action);
      if (next === state) return;
      const { collapsed } = state;
      state = next;
      write();
      notify();
      if (next.collapsed !== collapsed) onCollapsed?.(next.collapsed);
    },
    control(collapsed = state.collapsed, onChange) {
      onCollapsed = onChange;
      if (collapsed !== state.collapsed) state = { ...state, collapsed };
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}
