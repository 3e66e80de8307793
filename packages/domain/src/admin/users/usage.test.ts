import { expect, test } from 'vitest';
import { durationClass, durationEnds, durationWithin } from './usage.ts';

test('a duration falls into the class that ends at or after it', () => {
  expect([0, 10, 10.1, 5000, 5001].map(durationClass)).toEqual([0, 0, 1, 8, 9]);
  expect(durationClass(1e9)).toBe(durationEnds.length);
});

test('the 95th percentile is the upper end of its class', () => {
  expect(durationWithin([], 0.95)).toBeNull();
  expect(durationWithin([95, 5], 0.95)).toBe(10);
  expect(durationWithin([94, 6], 0.95)).toBe(25);
  expect(durationWithin([0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 0.95)).toBe(Number.POSITIVE_INFINITY);
});
