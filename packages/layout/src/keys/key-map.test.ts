import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyConflict, keysCollide, keysOf, parseKeyMap } from './key-map.ts';
import { sequenceStep } from './key-press.ts';

describe('parseKeyMap', () => {
  it.each([
    [null, {}],
    ['', {}],
    ['{', {}],
    ['7', {}],
    ['[["a"]]', {}],
    ['{"a":["g c"],"b":"x","c":[1,"","k"],"d":[]}', { a: ['g c'], c: ['k'], d: [] }],
  ])('parses %j', (stored, map) => {
    expect(parseKeyMap(stored)).toEqual(map);
  });
});

describe('keysOf', () => {
  it('returns the custom keys, also when there are none, and otherwise the defaults', () => {
    expect(keysOf({ id: 'a', keys: ['x'] }, {})).toEqual(['x']);
    expect(keysOf({ id: 'a', keys: ['x'] }, { a: ['y'] })).toEqual(['y']);
    expect(keysOf({ id: 'a', keys: ['x'] }, { a: [] })).toEqual([]);
    expect(keysOf({ keys: ['x'] }, { a: ['y'] })).toEqual(['x']);
  });
});

describe('keysCollide', () => {
  it.each([
    ['g c', 'g c', true],
    ['g c', 'g a', false],
    ['g', 'g c', true],
    ['c', 'g c', true],
    ['X', 'Shift+x', true],
    ['x', 'X', false],
    ['Mod+s', 's', false],
    ['g c', 'g c d', true],
    ['c g', 'g c d', false],
  ])('%j and %j: %j', (one, other, collide) => {
    expect([keysCollide(one, other), keysCollide(other, one)]).toEqual([collide, collide]);
  });

  it('distinguishes two shortcuts by the pressed keys', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'Mod+a', 'F2');
    const keys = fc.array(key, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        fc.pre(!keysCollide(one.join(' '), other.join(' ')));
        for (const [index, pressed] of [one, other].entries()) {
          let pending: readonly string[] = [];
          const matches = pressed.map((press) => {
            const step = sequenceStep([one, other], pending, press);
            pending = step.pending;
            return step.match;
          });
          expect(matches).toEqual(pressed.length === 1 ? [index] : [null, index]);
        }
      }),
    );
  });
});

describe('keyConflict', () => {
  const clients = { id: 'clients', keys: ['g c'] };
  const help = { id: 'help', keys: ['?'] };

  it('finds the shortcut that uses the keys, custom keys included, but not the shortcut itself', () => {
    expect(keyConflict([clients, help], 'agencies', 'g c', {})).toBe(clients);
    expect(keyConflict([clients, help], 'agencies', 'g c', { clients: ['g x'] })).toBeNull();
    expect(keyConflict([clients, help], 'agencies', 'g x', { clients: ['g x'] })).toBe(clients);
    expect(keyConflict([clients, help, { ...help }], 'help', '?', {})).toBeNull();
    expect(keyConflict([{ keys: ['F6'] }], 'help', 'F6', {})).toEqual({ keys: ['F6'] });
  });
});
