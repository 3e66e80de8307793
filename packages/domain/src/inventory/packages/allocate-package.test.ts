import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { allocatePackage } from './allocate-package.ts';

test.each([
  ['100000.00', ['50', '30', '20'], 'DOP', ['50000.00', '30000.00', '20000.00']],
  ['100.00', ['33.3333', '33.3333', '33.3334'], 'DOP', ['33.33', '33.33', '33.34']],
  ['0.01', ['50', '50'], 'DOP', ['0.01', '0.00']],
  ['1000.00', ['33', '33', '34'], 'CLP', ['330.00', '330.00', '340.00']],
  ['1000.40', ['50', '50'], 'CLP', ['500.00', '500.00']],
])('%s by %j in %s is %j', (price, shares, currency, expected) => {
  expect(allocatePackage(price, shares, currency)).toEqual(expected);
});

test('is null while nothing is assigned', () => {
  expect(allocatePackage('100.00', [], 'DOP')).toBeNull();
  expect(allocatePackage('100.00', ['0', '0.0000'], 'DOP')).toBeNull();
});

test('no cent is lost, whatever the shares', () => {
  const cents = fc.integer({ min: 0, max: 10 ** 11 }).map((value) => (value / 100).toFixed(2));
  const share = fc.integer({ min: 0, max: 1_000_000 }).map((value) => (value / 10_000).toFixed(4));
  fc.assert(
    fc.property(cents, fc.array(share, { minLength: 1, maxLength: 60 }), (price, shares) => {
      const parts = allocatePackage(price, shares, 'DOP');
      return parts === null
        ? shares.every((one) => compareDecimals(one, '0') === 0)
        : compareDecimals(sum(parts), price) === 0;
    }),
  );
});
