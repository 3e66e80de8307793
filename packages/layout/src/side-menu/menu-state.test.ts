import { describe, expect, it } from 'vitest';
import {
  initialMenuState as initial,
  isGroupOpen,
  type MenuAction,
  menuReducer,
  parseRemembered,
  remember,
} from './menu-state.ts';

const after = (...actions: readonly MenuAction[]) => actions.reduce(menuReducer, initial);
const toggle = (id: string, current: string | null = null): MenuAction => ({
  type: 'toggle-group',
  id,
  current,
});

describe('menuReducer', () => {
  it('collapses and expands the rail, and clears the search', () => {
    const collapsed = after({ type: 'search', query: 'a' }, { type: 'toggle-rail' });
    expect(collapsed).toMatchObject({ collapsed: true, query: '' });
    expect(menuReducer(collapsed, { type: 'toggle-rail' }).collapsed).toBe(false);
    expect(menuReducer(collapsed, { type: 'expand-rail' }).collapsed).toBe(false);
  });

  it('opens the drawer on a path with an empty search and closes it', () => {
    const open = after({ type: 'search', query: 'a' }, { type: 'open-drawer', path: '/a' });
    expect(open).toMatchObject({ drawer: '/a', query: '' });
    const searching = menuReducer(open, { type: 'search', query: 'b' });
    expect(menuReducer(searching, { type: 'close-drawer' })).toMatchObject({ drawer: null, query: '' });
    expect(menuReducer(initial, { type: 'close-drawer' })).toBe(initial);
  });

  it('closes the drawer, clears the search and opens the current group after a navigation', () => {
    const state = after({ type: 'open-drawer', path: '/a' }, { type: 'search', query: 'b' }, toggle('crm'), {
      type: 'navigated',
      group: 'ventas',
    });
    expect(state).toEqual({ ...initial, groups: { ventas: true } });
    expect(menuReducer(state, { type: 'navigated', group: null }).groups).toBe(state.groups);
  });

  it('restores stored state', () => {
    const state = menuReducer(after(toggle('crm')), {
      type: 'restored',
      remembered: { collapsed: true, open: ['ventas'] },
    });
    expect(state).toMatchObject({ collapsed: true, groups: { ventas: true } });
  });
});

describe('isGroupOpen', () => {
  it('opens the group of the current page until it is closed', () => {
    expect(isGroupOpen(initial, 'crm', 'crm')).toBe(true);
    expect(isGroupOpen(initial, 'crm', 'ventas')).toBe(false);
    expect(isGroupOpen(after(toggle('crm', 'crm')), 'crm', 'crm')).toBe(false);
    expect(isGroupOpen(after(toggle('crm', 'crm'), { type: 'navigated', group: 'crm' }), 'crm', 'crm')).toBe(
      true,
    );
  });

  it('opens and closes other groups', () => {
    expect(isGroupOpen(after(toggle('crm')), 'crm', null)).toBe(true);
    expect(isGroupOpen(after(toggle('crm'), toggle('crm')), 'crm', null)).toBe(false);
  });

  it('opens all groups while searching, and keeps the choice of the user', () => {
    const searching = after(toggle('crm'), { type: 'search', query: 'a' });
    expect(isGroupOpen(searching, 'ventas', null)).toBe(true);
    const closed = menuReducer(searching, toggle('ventas'));
    expect(isGroupOpen(closed, 'ventas', null)).toBe(false);
    expect(isGroupOpen(menuReducer(closed, toggle('ventas')), 'ventas', null)).toBe(true);
    expect(isGroupOpen(menuReducer(closed, { type: 'search', query: 'ab' }), 'ventas', null)).toBe(true);
    const cleared = menuReducer(closed, { type: 'search', query: '' });
    expect(isGroupOpen(cleared, 'ventas', null)).toBe(false);
    expect(isGroupOpen(cleared, 'crm', null)).toBe(true);
  });
});

describe('remember', () => {
  it('stores the rail and the open groups, and parses them', () => {
    const state = after({ type: 'toggle-rail' }, toggle('ventas'), toggle('crm'), toggle('x'), toggle('x'));
    expect(remember(state)).toEqual({ collapsed: true, open: ['crm', 'ventas'] });
    expect(parseRemembered(JSON.stringify(remember(state)))).toEqual(remember(state));
  });

  it.each([
    [null, null],
    ['', null],
    ['{', null],
    ['7', null],
    ['null', null],
    ['{}', { collapsed: false, open: [] }],
    ['{"collapsed":"yes","open":"crm"}', { collapsed: false, open: [] }],
    ['{"collapsed":true,"open":["a",1,null]}', { collapsed: true, open: ['a'] }],
  ])('parses %j as %j', (stored, remembered) => {
    expect(parseRemembered(stored)).toEqual(remembered);
  });
});
