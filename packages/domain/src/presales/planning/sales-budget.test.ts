import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { monthNames } from './months.ts';
import { salesBudgets } from './sales-budget.ts';

const amount = fc
  .bigInt({ min: 0n, max: 10n ** 17n })
  .map((cents) => `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`);
const line = fc
  .uniqueArray(fc.constantFrom(...monthNames))
  .chain((names) =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, fc.oneof(amount, fc.constant('0'), fc.constant('7.5'))])),
    ),
  );

test('totals are the exact sums of lines and months', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (given) => {
      const lines = given.map((values, at) => ({ id: `${at}`, position: `a${at}`, ...values }));
      const totals = salesBudgets.totals?.({ lines }, undefined);
      const of = (values: object): string => sum(['0.00', ...Object.values(values).map(String)]);
      expect(totals?.header.total).toBe(sum(['0.00', ...given.map(of)]));
      for (const [at, values] of given.entries())
        expect(totals?.lines.get(`${at}`)).toEqual({ total: of(values) });
      for (const name of monthNames)
        expect(totals?.header[name]).toBe(
          sum(['0.00', ...lines.map((one) => String((one as Record<string, unknown>)[name] ?? '0'))]),
        );
    }),
  );
});

test('an amount that is no number is not added silently', () => {
  expect(() => salesBudgets.totals?.({ lines: [{ id: 'a', position: 'a', m01: 'x' }] }, undefined)).toThrow(
    TypeError,
  );
});
