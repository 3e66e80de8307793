import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { type BillingPlan, billingSchedule, type ScheduledLine } from './billing-schedule.ts';

const at = { today: '2026-03-01', currency: 'DOP' };
const line = (from: string, to: string, taxable: string, days: string[] | null = null): ScheduledLine => ({
  flight: { from, to },
  days,
  taxable,
});

test('a month that the flight only touches has its whole linear part', () => {
  expect(billingSchedule('monthly', [line('2026-03-16', '2026-05-02', '100.00')], at)).toEqual([
    { due_on: '2026-03-31', amount: '33.34' },
    { due_on: '2026-04-30', amount: '33.33' },
    { due_on: '2026-05-02', amount: '33.33' },
  ]);
});

test('by consumption, each line is due in proportion to the days on which it runs', () => {
  const lines = [
    // 16 days in March, 15 in April.
    line('2026-03-16', '2026-04-15', '310.00'),
    // Mondays: 30 March; 6 and 13 April.
    line('2026-03-25', '2026-04-15', '90.00', ['1']),
  ];
  expect(billingSchedule('by_consumption', lines, at)).toEqual([
    { due_on: '2026-03-31', amount: '190.00' },
    { due_on: '2026-04-15', amount: '210.00' },
  ]);
});

test('in advance on the day of the contract, on delivery on its last day', () => {
  const lines = [line('2026-03-16', '2026-04-15', '10.00'), line('2026-04-01', '2026-04-30', '5.55')];
  expect(billingSchedule('upfront', lines, at)).toEqual([{ due_on: '2026-03-01', amount: '15.55' }]);
  expect(billingSchedule('on_delivery', lines, at)).toEqual([{ due_on: '2026-04-30', amount: '15.55' }]);
});

test('milestones are entered by hand, and a contract without a price has no instalments', () => {
  expect(billingSchedule('milestones', [line('2026-03-16', '2026-04-15', '10.00')], at)).toEqual([]);
  expect(billingSchedule('monthly', [line('2026-03-16', '2026-04-15', '0.00')], at)).toEqual([]);
  expect(billingSchedule('monthly', [], at)).toEqual([]);
});

test('a currency without cents is not divided below its unit', () => {
  const clp = { today: '2026-03-01', currency: 'CLP' };
  expect(billingSchedule('monthly', [line('2026-03-01', '2026-05-31', '100.00')], clp)).toEqual([
    { due_on: '2026-03-31', amount: '34.00' },
    { due_on: '2026-04-30', amount: '33.00' },
    { due_on: '2026-05-31', amount: '33.00' },
  ]);
});

const day = fc.integer({ min: 0, max: 800 }).map((days) => {
  const date = new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);
  return date.toISOString().slice(0, 10);
});
const anyLine = fc.record({
  flight: fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
  days: fc.option(fc.subarray(['1', '2', '3', '4', '5', '6', '7'], { minLength: 1 })),
  taxable: fc.integer({ min: 0, max: 100_000_000 }).map((cents) => (cents / 100).toFixed(2)),
});

test('whatever the plan, the instalments sum to the taxable amount, in the order of distinct days', () => {
  const plans = fc.constantFrom<BillingPlan>('by_consumption', 'monthly', 'upfront', 'on_delivery');
  fc.assert(
    fc.property(plans, fc.array(anyLine, { minLength: 1, maxLength: 8 }), (plan, lines) => {
      const schedule = billingSchedule(plan, lines, at);
      expect(sum(schedule.map(({ amount }) => amount))).toBe(sum(lines.map(({ taxable }) => taxable)));
      const days = schedule.map(({ due_on }) => due_on);
      expect(days).toEqual([...new Set(days)].toSorted());
    }),
    { numRuns: 300 },
  );
});
