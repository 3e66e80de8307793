import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, percentOf, subtract, sum } from '../../money/arithmetic.ts';
import { splitDue } from './split-due.ts';

const inCents = (count: number): string => (count / 100).toFixed(2);
/** Shares that add up to 100 %, in 1/10,000 %. */
const shares = fc
  .uniqueArray(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 4 })
  .map((cuts) => {
    const bounds = [0, ...cuts.sort((a, b) => a - b), 1_000_000];
    return bounds.slice(1).map((to, place) => ((to - (bounds[place] ?? 0)) / 10_000).toFixed(4));
  });

test('over any partial billings, credit notes and withdrawn drafts no cent is lost or billed twice', () => {
  const steps = fc.array(
    fc.record({ due: fc.integer({ min: 1, max: 100_000 }), payer: fc.nat(4), back: fc.nat(3) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(shares, steps, (pcts, all) => {
      let billed = pcts.map(() => '0.00');
      for (const { due, payer, back } of all) {
        const amount = inCents(due);
        const before = sum(billed);
        const parts = splitDue(
          amount,
          pcts.map((pct, place) => ({ pct, billed: billed[place] ?? '0.00' })),
          'DOP',
        );
        expect(sum(parts)).toBe(amount);
        expect(parts.every((part) => Number(part) >= 0)).toBe(true);
        billed = billed.map((was, place) => add(was, parts[place] ?? '0.00'));
        expect(sum(billed)).toBe(add(before, amount));
        // The invoice of one payer is taken back, and is due again with the next one.
        if (back === 0) billed[payer % pcts.length] = '0.00';
      }
    }),
  );
});

test('each payer has their share of everything billed, to the cent for each', () => {
  fc.assert(
    fc.property(
      shares,
      fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 40 }),
      (pcts, dues) => {
        let billed = pcts.map(() => '0.00');
        for (const due of dues) {
          const parts = splitDue(
            inCents(due),
            pcts.map((pct, place) => ({ pct, billed: billed[place] ?? '0.00' })),
            'DOP',
          );
          billed = billed.map((was, place) => add(was, parts[place] ?? '0.00'));
          const whole = sum(billed);
          for (const [place, pct] of pcts.entries()) {
            const off = Number(subtract(billed[place] ?? '0', percentOf(whole, pct)));
            expect(Math.abs(off)).toBeLessThan(0.01 * pcts.length);
          }
        }
      },
    ),
  );
});

test('a currency without cents is split in whole units', () => {
  const half = { pct: '50', billed: '0.00' };
  expect(splitDue('101.00', [half, half], 'CLP').map(Number)).toEqual([51, 50]);
});
