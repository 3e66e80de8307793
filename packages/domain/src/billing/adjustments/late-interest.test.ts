import { expect, test } from 'vitest';
import { lateInterest } from './late-interest.ts';

test.each([
  ['10000.00', '2', 45, '300.00'],
  ['0.01', '1.5', 30, '0.00'],
  ['1234.56', '1.5', 7, '4.32'],
  ['999999999.99', '3', 31, '31000000.00'],
])('interest of %s at %s %% a month for %i days is %s', (balance, pct, days, expected) => {
  expect(lateInterest(balance, pct, days)).toBe(expected);
});
