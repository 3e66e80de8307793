import { describe, expect, it } from 'vitest';
import { type Flyout, type FlyoutAction, flyoutReducer } from './flyout.ts';

const after = (...actions: readonly FlyoutAction[]): Flyout => actions.reduce<Flyout>(flyoutReducer, null);
const rest = (id: string, group = true): FlyoutAction => ({ type: 'rested', id, group });
const press = (id: string): FlyoutAction => ({ type: 'pressed', id });

describe('flyoutReducer', () => {
  it('shows a group, or the name of a link, while the pointer is on it', () => {
    expect(after(rest('crm'))).toEqual({ id: 'crm', mode: 'hovered' });
    expect(after(rest('home', false))).toEqual({ id: 'home', mode: 'name' });
    expect(after(rest('crm'), rest('ventas'))).toEqual({ id: 'ventas', mode: 'hovered' });
    expect(after(rest('crm'), { type: 'left' })).toBeNull();
  });

  it('keeps a group that was pressed until it is pressed again or dismissed', () => {
    const pinned = { id: 'crm', mode: 'pinned' };
    expect(after(press('crm'))).toEqual(pinned);
    expect(after(rest('crm'), press('crm'))).toEqual(pinned);
    expect(after(press('crm'), { type: 'left' })).toEqual(pinned);
    expect(after(press('crm'), rest('ventas'))).toEqual(pinned);
    expect(after(press('ventas'), press('crm'))).toEqual(pinned);
    expect(after(press('crm'), { type: 'pinned', id: 'crm' })).toEqual(pinned);
    expect(after(press('crm'), press('crm'))).toBeNull();
    expect(after(press('crm'), { type: 'dismissed' })).toBeNull();
  });

  it('shows the name of the focused entry, and keeps an open group open when the focus returns to it', () => {
    expect(after({ type: 'focused', id: 'crm' })).toEqual({ id: 'crm', mode: 'name' });
    expect(after(press('crm'), { type: 'focused', id: 'crm' })).toEqual({ id: 'crm', mode: 'pinned' });
    expect(after(press('crm'), { type: 'focused', id: 'ventas' })).toEqual({ id: 'ventas', mode: 'name' });
  });
});
