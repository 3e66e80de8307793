/**
 * The flyout beside an icon of the collapsed rail: only the name, a group's links while the pointer rests on it, or the
 * same links until they are closed.
 */
export type Flyout = { readonly id: string; readonly mode: 'name' | 'hovered' | 'pinned' } | null;

export type FlyoutAction =
  /** The pointer has rested on an entry. */
  | { readonly type: 'rested'; readonly id: string; readonly group: boolean }
  | { readonly type: 'left' }
  /** The keyboard reached an entry's icon. */
  | { readonly type: 'focused'; readonly id: string }
  /** A group's button was pressed. */
  | { readonly type: 'pressed'; readonly id: string }
  | { readonly type: 'pinned'; readonly id: string }
  | { readonly type: 'dismissed' };

export function flyoutReducer(flyout: Flyout, action: FlyoutAction): Flyout {
  switch (action.type) {
    case 'rested':
      return flyout?.mode === 'pinned' ? flyout : { id: action.id, mode: action.group ? 'hovered' : 'name' };
    case 'left':
      return flyout?.mode === 'pinned' ? flyout : null;
    case 'focused':
      return flyout?.id === action.id ? flyout : { id: action.id, mode: 'name' };
    case 'pressed':
      return flyout?.id === action.id && flyout.mode === 'pinned' ? null : { id: action.id, mode: 'pinned' };
    case 'pinned':
      return { id: action.id, mode: 'pinned' };
    case 'dismissed':
      return null;
  }
}
