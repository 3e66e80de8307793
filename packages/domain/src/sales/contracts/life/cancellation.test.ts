import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, subtract } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import { asText, roundedQuotient } from '../../../money/testing/whole-units.ts';
import { cancellationOf, endOfNotice, latestEnd } from './cancellation.ts';

const cents = (units: bigint): string => asText(units, 2);

/** Lines whose delivered and billed parts are at most their net, in cents. */
const anyLines = fc.array(
  fc.bigInt({ min: 0n, max: 10n ** 13n }).chain((net) =>
    fc.record({
      net: fc.constant(net),
      delivered: fc.bigInt({ min: 0n, max: net }),
      billed: fc.bigInt({ min: 0n, max: net }),
    }),
  ),
  { maxLength: 12 },
);
const textOf = (lines: readonly Readonly<Record<'net' | 'delivered' | 'billed', bigint>>[]) =>
  lines.map((line) => ({
    net: cents(line.net),
    delivered: cents(line.delivered),
    billed: cents(line.billed),
  }));
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);

test('what is contracted is delivered or not, and what is billed and to be billed is delivered or credited', () => {
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 0, max: 1_000_000 }), (lines, pct) => {
      const result = cancellationOf(textOf(lines), {
        penaltyPct: asText(BigInt(pct), 4),
        currency: 'DOP',
      });
      expect(add(result.delivered, result.undelivered)).toBe(result.contracted);
      expect(add(result.billed, result.to_bill)).toBe(add(result.delivered, result.credit));
      expect(compareDecimals(result.credit, result.billed)).toBeLessThanOrEqual(0);
      expect(compareDecimals(result.penalty, result.undelivered)).toBeLessThanOrEqual(0);
      for (const amount of Object.values(result)) expect(amount).toMatch(/^\d+\.\d\d$/);
    }),
  );
});

test('every amount is the sum of the lines, calculated in whole cents', () => {
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 0, max: 1_000_000 }), (lines, pct) => {
      const undelivered = total(lines.map(({ net, delivered }) => net - delivered));
      expect(cancellationOf(textOf(lines), { penaltyPct: asText(BigInt(pct), 4), currency: 'DOP' })).toEqual({
        contracted: cents(total(lines.map(({ net }) => net))),
        delivered: cents(total(lines.map(({ delivered }) => delivered))),
        undelivered: cents(undelivered),
        billed: cents(total(lines.map(({ billed }) => billed))),
        credit: cents(
          total(lines.map(({ billed, delivered }) => (billed > delivered ? billed - delivered : 0n))),
        ),
        to_bill: cents(
          total(lines.map(({ billed, delivered }) => (delivered > billed ? delivered - billed : 0n))),
        ),
        penalty: cents(roundedQuotient(undelivered * BigInt(pct), 1_000_000n)),
      });
    }),
  );
});

test('a line that was billed too much does not pay for another; the penalty is of whole units of the currency', () => {
  const lines = [
    { net: '100.00', delivered: '20.00', billed: '60.00' },
    { net: '100.00', delivered: '65.00', billed: '30.00' },
  ];
  const settled = cancellationOf(lines, { penaltyPct: '10', currency: 'CLP' });
  expect(settled).toMatchObject({
    credit: '40.00',
    to_bill: '35.00',
    undelivered: '115.00',
    penalty: '12.00',
  });
  expect(subtract(settled.credit, settled.to_bill)).toBe('5.00');
  expect(cancellationOf(lines, { penaltyPct: null, currency: 'CLP' }).penalty).toBe('0.00');
});

test('notice ends between tomorrow and the last day of the flight', () => {
  const period = { today: '2026-03-01', lastDay: '2026-03-20' };
  expect(endOfNotice(period, 0)).toBe('2026-03-02');
  expect(endOfNotice(period, 10)).toBe('2026-03-11');
  expect(endOfNotice(period, 90)).toBe('2026-03-20');
  expect(latestEnd({ ...period, lastDay: '2026-02-10' })).toBe('2026-03-02');
});
