import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eligibleSignatories, type Signatory } from './eligible-signatories.ts';

const day = fc.integer({ min: 1, max: 9 }).map((one) => `2026-01-0${one}`);
const range = fc
  .tuple(day, fc.option(day))
  .map(([from, to]) => (to !== null && to < from ? { from: to, to: from } : { from, to }));
const amount = fc.integer({ min: 0, max: 40 }).map((one) => (one / 4).toFixed(2));
const currency = fc.constantFrom('DOP', 'USD');

const person = fc.record({
  capacity: fc.constantFrom('legal_representative', 'attorney', 'manager', 'witness'),
  valid: range,
  max_amount: fc.option(amount),
  currency_code: currency,
  joint_group: fc.option(fc.constantFrom('A', 'B')),
});
const people = fc.array(person, { maxLength: 6 }).map((all) =>
  all.map(
    (one, index): Signatory => ({
      ...one,
      id: `s${index}`,
      full_name: `Persona ${index}`,
      sign_mode: one.joint_group === null ? 'individual' : 'joint',
    }),
  ),
);

/** The same rule without the reasons: days as text, amounts in cents as numbers. */
const allowed = (
  all: readonly Signatory[],
  on: string,
  sum: { value: string; currency: string } | null,
): string[] => {
  const able = all.filter(
    (one) =>
      one.capacity !== 'witness' &&
      (one.valid.from ?? '') <= on &&
      on <= (one.valid.to ?? '9') &&
      (sum === null ||
        one.max_amount === null ||
        (one.currency_code === sum.currency && Number(sum.value) <= Number(one.max_amount))),
  );
  return able
    .filter((one) => {
      if (one.joint_group === null) return true;
      const group = all.filter(({ joint_group }) => joint_group === one.joint_group);
      return group.length > 1 && group.every((other) => able.includes(other));
    })
    .map(({ id }) => id);
};

test('an eligible signatory is valid on that day, within their limit, and together with their whole group', () => {
  fc.assert(
    fc.property(people, day, fc.option(fc.record({ value: amount, currency })), (all, on, sum) => {
      const verdicts = eligibleSignatories(all, { on, amount: sum });
      expect(verdicts.filter(({ eligible }) => eligible).map(({ id }) => id)).toEqual(allowed(all, on, sum));
      // Only an ineligible signatory has reasons.
      for (const { eligible, reasons } of verdicts) expect(reasons.length > 0).toBe(!eligible);
    }),
    { numRuns: 500 },
  );
});

test('amounts are compared to the cent', () => {
  const one: Signatory = {
    id: 'a',
    full_name: 'Ana Peñaló',
    capacity: 'manager',
    valid: { from: '2026-01-01', to: '2026-12-31' },
    max_amount: '9007199254740993.10',
    currency_code: 'DOP',
    sign_mode: 'individual',
    joint_group: null,
  };
  const verdict = (value: string) =>
    eligibleSignatories([one], { on: '2026-06-01', amount: { value, currency: 'DOP' } })[0];
  expect(verdict('9007199254740993.1')?.eligible).toBe(true);
  expect(verdict('9007199254740993.11')?.reasons).toEqual([
    'El monto supera su límite de DOP 9007199254740993.10.',
  ]);
});
