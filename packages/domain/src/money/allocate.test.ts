import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate } from './allocate.ts';
import { negate, sum } from './arithmetic.ts';
// Worked examples that were calculated independently of this code.
import golden from './golden-money.json';
import { anyCents, asText } from './testing/whole-units.ts';

const weight = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 10n }).map((units) => ({ units, text: asText(units, 4) })),
  fc.bigInt({ min: 0n, max: 3n }).map((whole) => ({ units: whole * 10_000n, text: `${whole}` })),
);
const weights = fc
  .array(weight, { minLength: 1, maxLength: 30 })
  .filter((all) => all.some(({ units }) => units > 0n));
const textOf = (all: readonly { text: string }[]): string[] => all.map(({ text }) => text);

describe('worked examples', () => {
  test.each(golden.allocate)('$amount by $weights', ({ amount, weights: by, expected }) => {
    expect(allocate(amount, by)).toEqual(expected);
  });
});

test('the parts sum up to the amount', () => {
  fc.assert(
    fc.property(anyCents, weights, (cents, all) => {
      expect(sum(allocate(asText(cents, 2), textOf(all)))).toBe(asText(cents, 2));
    }),
  );
});

test('each part is less than a cent away from its exact share, and nothing without a weight', () => {
  fc.assert(
    fc.property(anyCents, weights, (cents, all) => {
      const whole = all.reduce((total, { units }) => total + units, 0n);
      allocate(asText(cents, 2), textOf(all)).forEach((part, index) => {
        const { units } = all[index]!;
        // Both sides are multiplied by the total weight, to avoid a division.
        const apart = BigInt(part.replace('.', '')) * whole - cents * units;
        expect(apart < whole && -apart < whole).toBe(true);
        if (units === 0n) expect(part).toBe('0.00');
      });
    }),
  );
});

test('a credit is split as the charge was, and only the proportion of the weights matters', () => {
  fc.assert(
    fc.property(anyCents, weights, fc.bigInt({ min: 1n, max: 999n }), (cents, all, times) => {
      const parts = allocate(asText(cents, 2), textOf(all));
      expect(allocate(asText(-cents, 2), textOf(all))).toEqual(parts.map(negate));
      expect(
        allocate(
          asText(cents, 2),
          all.map(({ units }) => asText(units * times, 7)),
        ),
      ).toEqual(parts);
    }),
  );
});

test('among equal weights the earlier ones get the remaining cents', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.integer({ min: 1, max: 60 }), (cents, count) => {
      const [floor, left] = [cents / BigInt(count), Number(cents % BigInt(count))];
      expect(allocate(asText(cents, 2), Array(count).fill('1'))).toEqual(
        Array.from({ length: count }, (_, index) => asText(index < left ? floor + 1n : floor, 2)),
      );
    }),
  );
});

test('a currency without cents is split in whole units, written as the amount is', () => {
  expect(allocate('1000.00', ['1', '1', '1'], 0)).toEqual(['334.00', '333.00', '333.00']);
  expect(allocate('10', ['1', '2'])).toEqual(['3.33', '6.67']);
});

test('an amount that cannot be split is an error', () => {
  expect(() => allocate('0.005', ['1', '1'])).toThrow(RangeError);
  expect(() => allocate('1000.50', ['1', '1'], 0)).toThrow(RangeError);
  expect(() => allocate('1.00', ['1', '-1'])).toThrow(RangeError);
  expect(() => allocate('1.00', ['0', '0'])).toThrow(RangeError);
  expect(() => allocate('1.00', [])).toThrow(RangeError);
  expect(() => allocate('1.00', ['1', ''])).toThrow(TypeError);
  expect(allocate('0.00', ['0', '0'])).toEqual(['0.00', '0.00']);
  expect(allocate('0.00', [])).toEqual([]);
});
