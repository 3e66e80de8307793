import { expect, test } from 'vitest';
import type { Signatory } from '../../crm/signatories/eligible-signatories.ts';
import { signatureObstacles } from './signature-obstacles.ts';

const person = (id: string, more: Partial<Signatory> = {}): Signatory => ({
  id,
  full_name: `Persona ${id}`,
  capacity: 'manager',
  valid: { from: '2026-01-01', to: '2026-12-31' },
  max_amount: null,
  currency_code: 'DOP',
  sign_mode: 'individual',
  joint_group: null,
  ...more,
});
const joint = { sign_mode: 'joint', joint_group: 'A' };
const signing = { on: '2026-06-01', amount: { value: '500.00', currency: 'DOP' } };
const codes = (all: Signatory[], chosen: string[], at = signing) =>
  signatureObstacles({ label: 'el cliente', all, chosen }, at).map(({ code }) => code);

test('somebody signs, whose power is valid on that day and for that amount', () => {
  expect(codes([person('a')], [])).toEqual(['no_signatory']);
  expect(codes([person('a')], ['a'])).toEqual([]);
  expect(codes([person('a')], ['a'], { ...signing, on: '2027-01-01' })).toEqual(['signatory']);
  expect(codes([person('a', { max_amount: '499.99' })], ['a'])).toEqual(['signatory']);
  expect(codes([person('a')], ['b'])).toEqual(['signatory']);
});

test('a joint group signs completely', () => {
  const all = [person('a', joint), person('b', joint), person('c')];
  expect(codes(all, ['a'])).toEqual(['joint_group']);
  expect(codes(all, ['a', 'b'])).toEqual([]);
  expect(codes(all, ['c'])).toEqual([]);
});
