import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumAmounts } from './sum-amounts.ts';

test('amounts are added exactly, and separately for each currency', () => {
  expect(
    sumAmounts([
      { currency: 'USD', amount: '0.10' },
      { currency: 'DOP', amount: '9007199254740993.01' },
      { currency: 'USD', amount: '0.2' },
      { currency: 'DOP', amount: '-0.02' },
    ]),
  ).toEqual([
    { currency: 'DOP', amount: '9007199254740992.99' },
    { currency: 'USD', amount: '0.30' },
  ]);
  expect(sumAmounts([])).toEqual([]);
});

test('a sum is that of its cents', () => {
  const text = (cents: bigint): string => {
    const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
    return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), { minLength: 1 }), (all) => {
      const sum = all.reduce((total, one) => total + one, 0n);
      expect(sumAmounts(all.map((one) => ({ currency: 'DOP', amount: text(one) })))).toEqual([
        { currency: 'DOP', amount: text(sum) },
      ]);
    }),
  );
});
