/** The state of the menu. Immutable; {@link menuReducer} returns the next one. */
export interface MenuState {
  /** Desktop only: the menu is a rail of icons. Stored. */
  readonly collapsed: boolean;
  /** Groups that the user opened (`true`) or closed (`false`), by id. The open ones are stored. */
  readonly groups: Readonly<Record<string, boolean>>;
  /** Mobile only: the path on which the drawer was opened, `null` while it is closed. */
  readonly drawer: string | null;
  readonly query: string;
  /** Groups that the user closed in the results of the current search. */
  readonly closedResults: readonly string[];
}

/** An action on the menu's state. */
export type MenuAction =
  | { readonly type: 'toggle-rail' }
  | { readonly type: 'expand-rail' }
  | { readonly type: 'open-drawer'; readonly path: string }
  | { readonly type: 'close-drawer' }
  | { readonly type: 'toggle-group'; readonly id: string; readonly current: string | null }
  | { readonly type: 'search'; readonly query: string }
  /** The path changed; `group` contains the new page. */
  | { readonly type: 'navigated'; readonly group: string | null }
  /** The address has menu parameters: groups to open and a search. */
  | { readonly type: 'linked'; readonly open: readonly string[]; readonly query: string }
  /** State stored by another tab or an earlier visit. */
  | { readonly type: 'restored'; readonly remembered: RememberedMenu };

/** The part of the state that is stored. */
export interface RememberedMenu {
  readonly collapsed: boolean;
  /** Ids of the open groups. */
  readonly open: readonly string[];
}

export const initialMenuState: MenuState = {
  collapsed: false,
  groups: {},
  drawer: null,
  query: '',
  closedResults: [],
};

/**
 * Whether a group shows its items. During a search every group does, unless it was closed since; otherwise the group of
 * the current page does until it is closed, and so do the groups that were opened.
 */
export function isGroupOpen(state: MenuState, id: string, current: string | null): boolean {
  if (state.query.trim() !== '') return !state.closedResults.includes(id);
  return state.groups[id] ?? id === current;
}

export function menuReducer(state: MenuState, action: MenuAction): MenuState {
  switch (action.type) {
    case 'toggle-rail':
      return { ...state, collapsed: !state.collapsed, query: '', closedResults: [] };
    case 'expand-rail':
      return { ...state, collapsed: false };
    case 'open-drawer':
      return { ...state, drawer: action.path, query: '', closedResults: [] };
    case 'close-drawer':
      return state.drawer === null ? state : { ...state, drawer: null, query: '', closedResults: [] };
    case 'toggle-group': {
      const open = !isGroupOpen(state, action.id, action.current);
      if (state.query.trim() === '') return { ...state, groups: { ...state.groups, [action.id]: open } };
      const others = state.closedResults.filter((id) => id !== action.id);
      return { ...state, closedResults: open ? others : [...others, action.id] };
    }
    case 'search':
      return { ...state, query: action.query, closedResults: [] };
    case 'navigated':
      return {
        ...state,
        drawer: null,
        query: '',
        closedResults: [],
        groups: action.group === null ? state.groups : { ...state.groups, [action.group]: true },
      };
    case 'linked':
      return {
        ...state,
        collapsed: false,
        query: action.query,
        groups: { ...state.groups, ...Object.fromEntries(action.open.map((id) => [id, true])) },
      };
    case 'restored':
      return {
        ...state,
        collapsed: action.remembered.collapsed,
        groups: Object.fromEntries(action.remembered.open.map((id) => [id, true])),
      };
  }
}

export function remember(state: MenuState): RememberedMenu {
  return {
    collapsed: state.collapsed,
    open: Object.keys(state.groups)
      .filter((id) => state.groups[id])
      .toSorted(),
  };
}

/** Parses the JSON written by {@link remember}; `null` for anything else. */
export function parseRemembered(stored: string | null): RememberedMenu | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return null;
    const { collapsed, open }: { collapsed?: unknown; open?: unknown } = value;
    const isId = (id: unknown): id is string => typeof id === 'string';
    return { collapsed: collapsed === true, open: Array.isArray(open) ? open.filter(isId) : [] };
  } catch {
    return null;
  }
}
