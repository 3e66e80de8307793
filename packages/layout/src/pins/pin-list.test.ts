import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noPins, type Pin, type PinAction, parsePins, pinReducer } from './pin-list.ts';

const pin = (name: string): Pin => ({ href: `/${name}`, label: name });
const after = (...actions: PinAction[]) => actions.reduce(pinReducer, noPins);
const toggle = (name: string): PinAction => ({ type: 'toggle', pin: pin(name) });
const visit = (name: string): PinAction => ({ type: 'visit', pin: pin(name) });
const names = (pins: readonly Pin[]) => pins.map(({ label }) => label).join('');

describe('pinReducer', () => {
  it('adds and removes a favourite', () => {
    expect(names(after(toggle('a'), toggle('b')).favorites)).toBe('ab');
    expect(names(after(toggle('a'), toggle('b'), toggle('a')).favorites)).toBe('b');
  });

  it('moves a favourite to another place, also beyond the ends, and nothing else', () => {
    const three = [toggle('a'), toggle('b'), toggle('c')];
    const moved = (href: string, to: number) => names(after(...three, { type: 'move', href, to }).favorites);
    expect(moved('/a', 1)).toBe('bac');
    expect(moved('/c', 0)).toBe('cab');
    expect(moved('/a', 9)).toBe('bca');
    expect(moved('/b', -3)).toBe('bac');
    const before = after(...three);
    expect(pinReducer(before, { type: 'move', href: '/x', to: 0 })).toBe(before);
  });

  it('keeps recent pages, each once, and clears them on request', () => {
    const pins = after(visit('a'), visit('b'), visit('a'));
    expect(names(pins.recents)).toBe('ab');
    expect(pinReducer(pins, visit('a'))).toBe(pins);
    expect(pinReducer(pins, { type: 'forget-recents' }).recents).toEqual([]);
    expect(after(...Array.from({ length: 30 }, (_, index) => visit(`${index}`))).recents).toHaveLength(12);
  });

  it('updates the label of a renamed page', () => {
    const renamed = { href: '/a', label: 'ACME', section: 'Clientes' };
    const pins = pinReducer(after(toggle('a'), toggle('b'), visit('a')), { type: 'visit', pin: renamed });
    expect(pins.favorites).toEqual([renamed, pin('b')]);
    expect(pins.recents).toEqual([renamed]);
  });
});

describe('parsePins', () => {
  it('reads what was written', () => {
    const pinOf = fc.record({
      href: fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
      label: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(pinOf, { maxLength: 8 }), (pins) => {
        const state = pins.map((one): PinAction => ({ type: 'toggle', pin: one })).reduce(pinReducer, noPins);
        expect(parsePins(JSON.stringify(state))).toEqual(state);
      }),
    );
  });

  it.each([null, 'x{', '7', '{"favorites":{}}', '[]'])('has none for %j', (stored) => {
    expect(parsePins(stored)).toEqual(noPins);
  });

  it('refuses anything but paths of this site, and duplicates', () => {
    const stored = JSON.stringify({
      favorites: [
        { href: '/a', label: 'a', section: 'S', more: 1 },
        { href: '/a', label: 'b' },
        { href: '//evil.example', label: 'x' },
        { href: 'javascript:alert(1)', label: 'x' },
        { href: '/b' },
        null,
      ],
    });
    expect(parsePins(stored)).toEqual({
      favorites: [{ href: '/a', label: 'a', section: 'S' }],
      recents: [],
    });
  });
});
