import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../calendar/working-time.ts';
import { add, max, min, percentOf, round, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { roundTo } from '../../money/minor-unit.ts';
import { type BillingPlan, billingSchedule, type Instalment } from '../contracts/billing-schedule.ts';
import { deltaSchedule } from './delta-schedule.ts';

const currency = 'DOP';
const billed = '0.00';

const line = (from: string, to: string, taxable: string) => ({ flight: { from, to }, days: null, taxable });

/** The instalments by day after the changes. */
const applied = (planned: readonly Instalment[], changes: readonly Instalment[]): Map<string, string> => {
  const days = new Map<string, string>();
  for (const { due_on, amount } of [...planned, ...changes])
    days.set(due_on, add(days.get(due_on) ?? '0.00', amount));
  return days;
};

test('what was planned too much before the effective day is taken from the instalments after it', () => {
  const planned = billingSchedule('monthly', [line('2026-01-01', '2026-12-31', '1200')], {
    today: '2026-01-01',
    currency,
  });
  const changed = (paid: string) =>
    deltaSchedule('monthly', [line('2026-01-01', '2026-12-31', '900')], planned, {
      from: '2026-07-10',
      currency,
      billed: paid,
    });
  // Of 900, 600 were due before: six months share the rest.
  const months = ['07-31', '08-31', '09-30', '10-31', '11-30', '12-31'];
  expect(changed('600.00')).toEqual(months.map((day) => ({ due_on: `2026-${day}`, amount: '-50.00' })));
  // July is billed already.
  expect(changed('700.00')).toEqual(
    months.slice(1).map((day) => ({ due_on: `2026-${day}`, amount: '-60.00' })),
  );
});

test('a reduction by more than the instalments left is taken from earlier ones that are not billed', () => {
  const planned = ['01-31', '02-28', '03-31'].map((day) => ({ due_on: `2026-${day}`, amount: '100.00' }));
  const changed = (paid: string) =>
    deltaSchedule('monthly', [line('2026-01-01', '2026-03-31', '149.99')], planned, {
      from: '2026-03-10',
      currency,
      billed: paid,
    });
  const last = { due_on: '2026-03-31', amount: '-100.00' };
  expect(changed('0.00')).toEqual([
    { due_on: '2026-01-31', amount: '-25.01' },
    { due_on: '2026-02-28', amount: '-25.00' },
    last,
  ]);
  expect(changed('100.00')).toEqual([{ due_on: '2026-02-28', amount: '-50.01' }, last]);
  expect(changed('149.99')).toEqual([{ due_on: '2026-02-28', amount: '-50.01' }, last]);
  expect(changed('150.00')).toBeNull();
});

test('what was planned too little before the effective day falls due on it', () => {
  const planned = [
    { due_on: '2026-01-31', amount: '50.00' },
    { due_on: '2026-02-28', amount: '50.00' },
  ];
  const changes = deltaSchedule('monthly', [line('2026-01-01', '2026-02-28', '160')], planned, {
    from: '2026-02-05',
    currency,
    billed,
  });
  expect(changes).toEqual([
    { due_on: '2026-02-05', amount: '30.00' },
    { due_on: '2026-02-28', amount: '30.00' },
  ]);
});

test('what was billed in advance needs a credit note; what was only planned so does not', () => {
  const planned = [{ due_on: '2026-01-01', amount: '1200.00' }];
  const changed = (paid: string) =>
    deltaSchedule('upfront', [line('2026-01-01', '2026-07-09', '620')], planned, {
      from: '2026-07-10',
      currency,
      billed: paid,
    });
  expect(changed('1200.00')).toBeNull();
  expect(changed('620.00')).toEqual([{ due_on: '2026-01-01', amount: '-580.00' }]);
  expect(changed('0.00')).toEqual([{ due_on: '2026-01-01', amount: '-580.00' }]);
});

test('an instalment that an earlier addendum left below zero is balanced by the others', () => {
  const planned = [
    { due_on: '2026-01-31', amount: '100.00' },
    { due_on: '2026-02-10', amount: '-40.00' },
  ];
  const changes = deltaSchedule('monthly', [line('2026-01-01', '2026-01-31', '60')], planned, {
    from: '2026-02-05',
    currency,
    billed: '60.00',
  });
  expect(changes).toEqual([
    { due_on: '2026-01-31', amount: '-40.00' },
    { due_on: '2026-02-10', amount: '40.00' },
  ]);
});

test('a currency without cents has none in its instalments, unless users entered some', () => {
  const changed = (amounts: readonly string[]) =>
    deltaSchedule(
      'monthly',
      [line('2026-01-01', '2026-03-31', '101')],
      amounts.map((amount, index) => ({ due_on: `2026-0${index + 1}-15`, amount })),
      { from: '2026-04-01', currency: 'CLP', billed },
    );
  expect(changed(['100.00', '100.00'])).toEqual([
    { due_on: '2026-01-15', amount: '-50.00' },
    { due_on: '2026-02-15', amount: '-49.00' },
  ]);
  expect(changed(['0.50', '100.50', '100.00'])).toEqual([
    { due_on: '2026-01-15', amount: '-0.25' },
    { due_on: '2026-02-15', amount: '-50.00' },
    { due_on: '2026-03-15', amount: '-49.75' },
  ]);
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

/** What is billed of each day, the earlier ones first. */
const billedByDay = (planned: readonly Instalment[], paid: string): Map<string, string> => {
  let before = '0.00';
  return new Map(
    planned.map(({ due_on, amount }) => {
      const part = min(amount, max('0.00', subtract(paid, before)));
      before = add(before, amount);
      return [due_on, part];
    }),
  );
};

const addenda = fc.array(
  fc.record({
    lines,
    wait: fc.integer({ min: 0, max: 120 }),
    /** Percent of what the contract is worth before. */
    billed: fc.constantFrom('0', '10.01', '33.3333', '75', '100'),
  }),
  { maxLength: 4 },
);

test('any addenda one after the other: to the cent, nothing below zero, and nothing billed is taken back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<BillingPlan>('upfront', 'on_delivery', 'monthly', 'by_consumption'),
      fc.constantFrom('DOP', 'CLP'),
      lines,
      addenda,
      (plan, code, signed, all) => {
        const inCurrency = (sold: typeof signed) =>
          sold.map((one) => ({ ...one, taxable: roundTo(one.taxable, code) }));
        let inForce = applied(
          [],
          billingSchedule(plan, inCurrency(signed), { today: first, currency: code }),
        );
        let from = first;
        for (const addendum of all) {
          from = addDays(from, addendum.wait);
          const planned = [...inForce]
            .map(([due_on, amount]) => ({ due_on, amount }))
            .sort((a, b) => (a.due_on < b.due_on ? -1 : 1));
          const before = sum(planned.map(({ amount }) => amount));
          const paid = roundTo(round(percentOf(before, addendum.billed), 2), code);
          const sold = inCurrency(addendum.lines);
          const worth = sum(sold.map(({ taxable }) => taxable));
          const changes = deltaSchedule(plan, sold, planned, { from, currency: code, billed: paid });
          if (compareDecimals(paid, worth) > 0) {
            expect(changes).toBeNull();
            continue;
          }
          if (!changes) throw new Error('less is billed than the contract will be worth');

          expect(compareDecimals(sum(changes.map(({ amount }) => amount)), subtract(worth, before))).toBe(0);
          const next = applied(planned, changes);
          for (const amount of next.values()) {
            expect(compareDecimals(amount, '0')).toBeGreaterThanOrEqual(0);
            expect(roundTo(amount, code)).toBe(round(amount, 2));
          }
          const parts = billedByDay(planned, paid);
          for (const [on, part] of parts)
            expect(compareDecimals(next.get(on) ?? '0.00', part)).toBeGreaterThanOrEqual(0);

          const fixed = sum(
            planned.map(({ due_on, amount }) => (due_on < from ? amount : (parts.get(due_on) ?? '0.00'))),
          );
          const past = changes.filter(({ due_on }) => due_on < from);
          if (compareDecimals(worth, fixed) >= 0) expect(past).toEqual([]);
          else {
            const taken = sum(past.map(({ amount }) => amount));
            expect(compareDecimals(taken, subtract(worth, fixed))).toBe(0);
          }
          inForce = next;
        }
      },
    ),
  );
});
