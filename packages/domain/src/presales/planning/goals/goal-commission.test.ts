import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommissionPlan } from '../../../billing/commissions/estimate-commission.ts';
import { sum } from '../../../money/arithmetic.ts';
import { compareDecimals } from '../../../money/exact-decimal.ts';
import { goalCommission } from './goal-commission.ts';

const plan = (sale: CommissionPlan['sale'], default_pct: string): CommissionPlan => ({
  sale,
  name: sale,
  base: 'net',
  accrual: 'payment',
  default_pct,
  tiers: [{ from: '1000', pct: '10' }],
});
const plans = [plan('direct', '5'), plan('agency', '3')];
const goal = { target: '1000.00', reached: '200.00' };

test('what is missing is divided as what was signed, and earns by the plan of each way', () => {
  const mix = [
    { sale: 'direct', amount: '150.00', contracts: 2 },
    { sale: 'agency', amount: '50.00', contracts: 1 },
  ] as const;
  expect(goalCommission(plans, mix, goal, '100')).toEqual({
    missing: '800.00',
    ways: [
      { sale: 'direct', amount: '600.00', plan: 'direct', pct: '5', earned: '30.00' },
      { sale: 'agency', amount: '200.00', plan: 'agency', pct: '3', earned: '6.00' },
    ],
    earned: '36.00',
  });
  // Sales of the usual size reach the volume of the table.
  expect(
    goalCommission(plans, [{ sale: 'direct', amount: '4000.00', contracts: 2 }], goal, '120').earned,
  ).toBe('100.00');
});

test('without sales it is one direct sale, without a plan nothing is earned, and nothing is missing of what was reached', () => {
  expect(goalCommission(plans, [], goal, '100')).toMatchObject({ missing: '800.00', earned: '40.00' });
  expect(goalCommission([], [], goal, '100')).toMatchObject({ earned: '0.00', ways: [{ plan: null }] });
  expect(goalCommission(plans, [], goal, '10')).toMatchObject({ missing: '0.00', earned: '0.00' });
});

test('the ways add up to what is missing, to the cent', () => {
  const cents = (least: number) =>
    fc.integer({ min: least, max: 9_999_999 }).map((amount) => (amount / 100).toFixed(2));
  fc.assert(
    fc.property(
      cents(1),
      cents(1),
      cents(1),
      cents(0),
      fc.integer({ min: 0, max: 300 }),
      (direct, agency, target, reached, pct) => {
        const mix = [
          { sale: 'direct', amount: direct, contracts: 3 },
          { sale: 'agency', amount: agency, contracts: 1 },
        ] as const;
        const { missing, ways } = goalCommission(plans, mix, { target, reached }, String(pct));
        expect(sum(ways.map(({ amount }) => amount))).toBe(missing);
        expect(compareDecimals(missing, '0')).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
