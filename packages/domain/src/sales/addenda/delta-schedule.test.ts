import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../calendar/working-time.ts';
import { add, isZero, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { type BillingPlan, billingSchedule, type Instalment } from '../contracts/billing-schedule.ts';
import { deltaSchedule } from './delta-schedule.ts';

const currency = 'DOP';

const line = (from: string, to: string, taxable: string) => ({ flight: { from, to }, days: null, taxable });

/** The instalments by day after the changes. */
const applied = (planned: readonly Instalment[], changes: readonly Instalment[]): Map<string, string> => {
  const days = new Map<string, string>();
  for (const { due_on, amount } of [...planned, ...changes])
    days.set(due_on, add(days.get(due_on) ?? '0.00', amount));
  return days;
};

test('what was planned too much before the effective day is taken from the next instalments', () => {
  const planned = billingSchedule('monthly', [line('2026-01-01', '2026-12-31', '1200')], {
    today: '2026-01-01',
    currency,
  });
  const changes = deltaSchedule('monthly', [line('2026-01-01', '2026-12-31', '900')], planned, {
    from: '2026-07-10',
    currency,
  });
  // Twelve times 75, of which 600 were due before.
  expect(changes).toEqual([
    { due_on: '2026-07-31', amount: '-100.00' },
    { due_on: '2026-08-31', amount: '-100.00' },
    { due_on: '2026-09-30', amount: '-25.00' },
    { due_on: '2026-10-31', amount: '-25.00' },
    { due_on: '2026-11-30', amount: '-25.00' },
    { due_on: '2026-12-31', amount: '-25.00' },
  ]);
});

test('what was planned too little before the effective day falls due on it', () => {
  const planned = [
    { due_on: '2026-01-31', amount: '50.00' },
    { due_on: '2026-02-28', amount: '50.00' },
  ];
  const changes = deltaSchedule('monthly', [line('2026-01-01', '2026-02-28', '160')], planned, {
    from: '2026-02-05',
    currency,
  });
  expect(changes).toEqual([
    { due_on: '2026-02-05', amount: '30.00' },
    { due_on: '2026-02-28', amount: '30.00' },
  ]);
});

test('what was paid in advance is credited on the effective day', () => {
  const planned = [{ due_on: '2026-01-01', amount: '1200.00' }];
  const changes = deltaSchedule('upfront', [line('2026-01-01', '2026-07-09', '620')], planned, {
    from: '2026-07-10',
    currency,
  });
  expect(changes).toEqual([{ due_on: '2026-07-10', amount: '-580.00' }]);
});

const first = '2026-01-01';
const lines = fc.array(
  fc
    .record({
      start: fc.integer({ min: 0, max: 200 }),
      days: fc.integer({ min: 0, max: 200 }),
      cents: fc.integer({ min: 0, max: 9_999_999 }),
    })
    .map(({ start, days, cents }) =>
      line(addDays(first, start), addDays(first, start + days), (cents / 100).toFixed(2)),
    ),
  { maxLength: 4 },
);

test('any addenda one after the other: to the cent, nothing that was due changes, negative only for a credit', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<BillingPlan>('upfront', 'on_delivery', 'monthly', 'by_consumption'),
      lines,
      fc.array(fc.record({ lines, wait: fc.integer({ min: 0, max: 120 }) }), { maxLength: 4 }),
      (plan, signed, addenda) => {
        let inForce = applied([], billingSchedule(plan, signed, { today: first, currency }));
        let from = first;
        for (const addendum of addenda) {
          from = addDays(from, addendum.wait);
          const planned = [...inForce]
            .map(([due_on, amount]) => ({ due_on, amount }))
            .sort((a, b) => (a.due_on < b.due_on ? -1 : 1));
          const changes = deltaSchedule(plan, addendum.lines, planned, { from, currency });
          const next = applied(planned, changes);

          const worth = sum(addendum.lines.map(({ taxable }) => taxable));
          expect(compareDecimals(sum([...next.values()]), worth)).toBe(0);
          for (const { due_on } of changes) expect(due_on >= from).toBe(true);

          const dueBefore = sum(planned.filter(({ due_on }) => due_on < from).map(({ amount }) => amount));
          const rest = subtract(worth, dueBefore);
          const open = [...next].filter(([day, amount]) => day >= from && !isZero(amount));
          if (compareDecimals(rest, '0') >= 0)
            expect(open.filter(([, amount]) => compareDecimals(amount, '0') < 0)).toEqual([]);
          else if (plan !== 'upfront') expect(open).toEqual([[from, rest]]);
          inForce = next;
        }
      },
    ),
  );
});
