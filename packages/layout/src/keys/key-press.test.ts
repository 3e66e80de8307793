import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextInRound } from '../shell/regions.ts';
import { ariaKeys, isSingleKey, parseKeys, pressOf, sequenceStep } from './key-press.ts';

const press = (key: string, held: string[] = []) =>
  pressOf({
    key,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    altKey: held.includes('alt'),
    shiftKey: held.includes('shift'),
  });

describe('a key press and its notation', () => {
  it.each([
    ['g', press('g')],
    ['X', press('X', ['shift'])],
    ['Mod+k', press('K', ['ctrl'])],
    ['Ctrl+s', press('s', ['meta'])],
    ['Mod+Shift+p', press('P', ['ctrl', 'shift'])],
    ['?', press('?', ['shift'])],
    ['Shift+F6', press('F6', ['shift'])],
    ['Alt+ArrowUp', press('ArrowUp', ['alt'])],
    ['Space', press(' ')],
    ['Mod++', press('+', ['ctrl'])],
  ])('%s', (written, pressed) => {
    expect(parseKeys(written)).toEqual([pressed]);
  });

  it('distinguishes single keys from those with a modifier, and gives the value of aria-keyshortcuts', () => {
    expect(['?', 'g c', 'X', 'é'].map(isSingleKey)).toEqual([true, true, true, true]);
    expect(['Mod+k', 'F6', 'Space', 'Alt+x', ''].map(isSingleKey)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(['Mod+k', '?', 'g c'].map(ariaKeys)).toEqual(['Control+k', '?', undefined]);
  });
});

describe('sequenceStep', () => {
  const sequences = ['g c', 'g a', 'c', 'Mod+k'].map(parseKeys);
  it.each([
    [[], 'g', { match: null, pending: ['g'] }],
    [['g'], 'a', { match: 1, pending: [] }],
    [['g'], 'c', { match: 0, pending: [] }],
    [[], 'c', { match: 2, pending: [] }],
    [['g'], 'g', { match: null, pending: ['g'] }],
    [['g'], 'Mod+k', { match: 3, pending: [] }],
    [['g'], 'x', { match: null, pending: [] }],
    [[], 'x', { match: null, pending: [] }],
  ])('after %j by %j: %j', (before, key, step) => {
    expect(sequenceStep(sequences, before, key)).toEqual(step);
  });

  it('finds every sequence that is no prefix of another, regardless of earlier presses', () => {
    const word = fc
      .string({ unit: fc.constantFrom(...'abc'), minLength: 2, maxLength: 2 })
      .map((text) => [...text]);
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, selector: String }), fc.nat(), (all, pick) => {
        const wanted = pick % all.length;
        let pending: readonly string[] = [];
        let match: number | null = null;
        for (const key of ['z', ...(all[wanted] ?? [])])
          ({ match, pending } = sequenceStep(all, pending, key));
        expect(match).toBe(wanted);
      }),
    );
  });
});

describe('nextInRound', () => {
  it.each([
    [3, -1, 1, 0],
    [3, -1, -1, 2],
    [3, 2, 1, 0],
    [3, 0, -1, 2],
    [0, -1, 1, -1],
  ] as const)('of %i from %i by %i is %i', (count, at, step, next) => {
    expect(nextInRound(count, at, step)).toBe(next);
  });
});
