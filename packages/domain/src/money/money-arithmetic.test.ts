import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { negate, sum } from './arithmetic.ts';
import { currencies } from './currencies.ts';
import { compareDecimals } from './exact-decimal.ts';
import { convert, type ExchangeRate } from './exchange-rate.ts';
// Worked examples that were calculated independently of this code.
import golden from './golden-money.json';
import { minorDigits, roundTo } from './minor-unit.ts';
import { addMoney, compareMoney, subtractMoney, sumMoney } from './money-arithmetic.ts';
import { anyCents, asText, roundedQuotient } from './testing/whole-units.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const dop = (amount: string) => ({ amount, currency: 'DOP' });
const dollars: ExchangeRate = { from: 'USD', to: 'DOP', on: '2026-03-09', rate: '59.876500' };
const euros: ExchangeRate = { from: 'EUR', to: 'DOP', on: '2026-03-09', rate: '64.100000' };

describe('worked examples of converting', () => {
  test.each(golden.convert)('$amount × $rate', ({ amount, rate, expected }) => {
    expect(convert(usd(amount), { ...dollars, rate })).toEqual(dop(expected));
  });
});

test('an amount is converted to the cent, a credit as the charge was', () => {
  const rates = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(anyCents, rates, (cents, rate) => {
      const at = { ...dollars, rate: asText(rate, 6) };
      const { amount } = convert(usd(asText(cents, 2)), at);
      expect(amount).toBe(asText(roundedQuotient(cents * rate, 1_000_000n), 2));
      expect(convert(usd(asText(-cents, 2)), at).amount).toBe(negate(amount));
    }),
  );
});

test('the smallest unit is that of the currency', () => {
  expect(Object.keys(currencies).filter((code) => minorDigits(code) !== 2)).toEqual(['CLP', 'PYG']);
  expect(roundTo('1234.565', 'DOP')).toBe('1234.57');
  expect(roundTo('-1234.565', 'USD')).toBe('-1234.57');
  expect(roundTo('1234.5', 'CLP')).toBe('1235.00');
  expect(convert(usd('10.01'), { ...dollars, to: 'CLP', rate: '950.250000' })).toEqual({
    amount: '9512.00',
    currency: 'CLP',
  });
  expect(() => minorDigits('XXX')).toThrow(RangeError);
  expect(() => minorDigits('toString')).toThrow(RangeError);
  expect(() => roundTo('1.00', '')).toThrow(RangeError);
});

test('a rate has a day, a direction and a value', () => {
  expect(() => convert(dop('1.00'), dollars)).toThrow(RangeError);
  expect(() => convert(usd('1.00'), { ...dollars, on: '' })).toThrow(RangeError);
  expect(() => convert(usd('1.00'), { ...dollars, rate: '0.000000' })).toThrow(RangeError);
  expect(() => convert(usd('1.00'), { ...dollars, rate: '-59.00' })).toThrow(RangeError);
  expect(() => convert(usd('1.00'), { ...dollars, to: 'XXX' })).toThrow(RangeError);
});

test('two currencies are never combined without a dated rate', () => {
  expect(addMoney(usd('1.10'), usd('2.00'))).toEqual(usd('3.10'));
  expect(subtractMoney(usd('1.10'), usd('2.00'))).toEqual(usd('-0.90'));
  expect(compareMoney(usd('9.5'), usd('10.00'))).toBe(-1);
  for (const calculate of [addMoney, subtractMoney, compareMoney])
    expect(() => calculate(usd('1.00'), dop('1.00'))).toThrow(RangeError);
  expect(() => sumMoney('DOP', [dop('1.00'), usd('1.00')])).toThrow(RangeError);
  expect(() => sumMoney('DOP', [usd('1.00')], [euros])).toThrow(RangeError);
  expect(() => sumMoney('DOP', [usd('1.00')], [dollars, { ...dollars, on: '2026-03-10' }])).toThrow(
    RangeError,
  );
});

test('a sum in one currency is that of the amounts as each is converted', () => {
  expect(sumMoney('DOP', [], [])).toEqual(dop('0.00'));
  expect(sumMoney('DOP', [dop('100.00'), usd('1.00')], [euros, dollars])).toEqual(dop('159.88'));
  const amounts = fc.array(
    fc.record({
      amount: anyCents.map((one) => asText(one, 2)),
      currency: fc.constantFrom('USD', 'EUR', 'DOP'),
    }),
  );
  fc.assert(
    fc.property(amounts, (all) => {
      const each = all.map((one) =>
        one.currency === 'DOP' ? one : convert(one, one.currency === 'USD' ? dollars : euros),
      );
      const { amount } = sumMoney('DOP', all, [dollars, euros]);
      expect(compareDecimals(amount, sum(each.map((one) => one.amount)))).toBe(0);
    }),
  );
});
