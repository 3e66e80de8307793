import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test.each([
  ['Ocupación y Disponibilidad', 'ocupacion y disponibilidad'],
  ['  COMPAÑÍA   Ábaco ', 'compania abaco'],
  ['Pingüino', 'pinguino'],
  ['18–24 — Jóvenes', '18-24 - jovenes'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('folding twice changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)));
});
