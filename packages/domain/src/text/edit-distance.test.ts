import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['ozama', 'ozama', 0],
  ['ozma', 'ozama', 1],
  ['ozamas', 'ozama', 1],
  ['ozoma', 'ozama', 1],
  ['ozaam', 'ozama', 1],
  ['zoama', 'ozama', 1],
  ['', 'oz', 2],
  ['casa', 'perro', 5],
])('%j is %j with %i mistakes', (a, b, mistakes) => {
  expect(editDistance(a, b)).toBe(mistakes);
  expect(editDistance(b, a)).toBe(mistakes);
});
