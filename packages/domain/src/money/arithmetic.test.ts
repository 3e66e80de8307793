import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  absolute,
  add,
  divide,
  isZero,
  max,
  min,
  multiply,
  negate,
  percentOf,
  round,
  subtract,
  sum,
} from './arithmetic.ts';
import { compareDecimals } from './exact-decimal.ts';
import { anyCents, anyDecimal, asText, roundedQuotient } from './testing/whole-units.ts';

const cents = (units: bigint): string => asText(units, 2);
const size = (units: bigint): bigint => (units < 0n ? -units : units);

test('results have the digits that numeric of PostgreSQL gives them', () => {
  expect(add('1234.50', '0.5')).toBe('1235.00');
  expect(subtract('10', '10.01')).toBe('-0.01');
  expect(multiply('1234.50', '0.18')).toBe('222.2100');
  expect(divide('1000.00', '3', 6)).toBe('333.333333');
  expect(divide('2', '3', 0)).toBe('1');
  expect(percentOf('1234.56', '15')).toBe('185.1840');
  expect(absolute('-12.50')).toBe('12.50');
  expect(sum(['0.1', '0.20'])).toBe('0.30');
  expect(sum([])).toBe('0.00');
  expect(min('100.00', '99.5')).toBe('99.5');
  expect(max('0.00', '-12.50')).toBe('0.00');
});

test('zero has no sign', () => {
  expect(negate('0.00')).toBe('0.00');
  expect(negate('-0.00')).toBe('0.00');
  expect(add('-0.01', '0.01')).toBe('0.00');
  expect(multiply('-1.5', '0')).toBe('0.0');
  expect(round('-0.004', 2)).toBe('0.00');
  expect(min('-0.00', '1')).toBe('0.00');
  expect(isZero('-0.000')).toBe(true);
  expect(isZero('-0.001')).toBe(false);
});

test('no exponent is ever written', () => {
  expect(multiply('0.000001', '0.000001')).toBe('0.000000000001');
  expect(multiply('10000000000000000', '10000000000000000')).toBe(`1${'0'.repeat(32)}`);
});

describe('a text that is not a decimal is refused', () => {
  test.each(['', ' 1', '1,5', '+1', '1e3', '.5', '5.', 'NaN', 'Infinity', '0x10', '--1', '1\n'])(
    '%j',
    (text) => {
      for (const calculate of [add, subtract, multiply]) {
        expect(() => calculate(text, '1.00')).toThrow(TypeError);
        expect(() => calculate('1.00', text)).toThrow(TypeError);
      }
      for (const calculate of [negate, absolute, isZero]) expect(() => calculate(text)).toThrow(TypeError);
      expect(() => round(text, 2)).toThrow(TypeError);
      expect(() => sum(['1.00', text])).toThrow(TypeError);
    },
  );

  test('numbers of JavaScript', () => {
    for (const value of [0.1, 5, 5n, null, undefined]) {
      expect(() => add(value as unknown as string, '1.00')).toThrow(TypeError);
      expect(() => compareDecimals('1.00', value as unknown as string)).toThrow(TypeError);
    }
  });

  test('a division by zero', () => {
    expect(() => divide('1.00', '0.00', 2)).toThrow(RangeError);
  });
});

test('sums, differences, order and signs are those of the cents', () => {
  fc.assert(
    fc.property(anyCents, anyCents, (a, b) => {
      const [one, other] = [cents(a), cents(b)];
      expect(add(one, other)).toBe(cents(a + b));
      expect(subtract(one, other)).toBe(cents(a - b));
      expect(subtract(add(one, other), other)).toBe(one);
      expect(negate(one)).toBe(cents(-a));
      expect(absolute(one)).toBe(cents(size(a)));
      expect(isZero(one)).toBe(a === 0n);
      expect(compareDecimals(one, other)).toBe(a < b ? -1 : a > b ? 1 : 0);
      const [least, most] = a < b ? [one, other] : [other, one];
      expect(min(one, other)).toBe(least);
      expect(max(one, other)).toBe(most);
    }),
  );
});

test('a sum is that of the cents, in any order', () => {
  const shuffled = fc
    .array(anyCents, { minLength: 1, maxLength: 40 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(shuffled, ([all, mixed]) => {
      const whole = cents(all.reduce((total, one) => total + one, 0n));
      expect(sum(all.map(cents))).toBe(whole);
      expect(sum(mixed.map(cents))).toBe(whole);
    }),
  );
});

test('a product is exact, whatever the decimals of its factors', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, (a, b) => {
      expect(multiply(a.text, b.text)).toBe(asText(a.units * b.units, a.digits + b.digits));
    }),
  );
});

test('a decimal is rounded half-up, the same on both sides of zero', () => {
  fc.assert(
    fc.property(anyDecimal, fc.nat(6), (a, digits) => {
      const scaled = a.units * 10n ** BigInt(digits);
      const rounded = round(a.text, digits);
      expect(rounded).toBe(asText(roundedQuotient(scaled, 10n ** BigInt(a.digits)), digits));
      expect(round(negate(a.text), digits)).toBe(negate(rounded));
    }),
  );
  expect(['0.045', '-0.045', '0.0449999', '2.5', '-2.5'].map((one) => round(one, 2))).toEqual([
    '0.05',
    '-0.05',
    '0.04',
    '2.50',
    '-2.50',
  ]);
});

test('a quotient is rounded once, as if it had been exact', () => {
  fc.assert(
    fc.property(anyDecimal, anyDecimal, fc.nat(6), (a, b, digits) => {
      fc.pre(b.units !== 0n);
      const [above, below] = [a.units * 10n ** BigInt(b.digits + digits), b.units * 10n ** BigInt(a.digits)];
      expect(divide(a.text, b.text, digits)).toBe(asText(roundedQuotient(above, below), digits));
    }),
  );
});

test('a hundred percent are the whole', () => {
  fc.assert(
    fc.property(anyCents, fc.bigInt({ min: 0n, max: 1_000_000n }), (a, percent) => {
      const part = percentOf(cents(a), asText(percent, 4));
      const rest = percentOf(cents(a), asText(1_000_000n - percent, 4));
      expect(round(add(part, rest), 2)).toBe(cents(a));
    }),
  );
});
