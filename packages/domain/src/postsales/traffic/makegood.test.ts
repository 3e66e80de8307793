import { expect, test } from 'vitest';
import { type SpaceValue, whyLess } from './makegood.ts';

const value = (changes: Partial<SpaceValue> = {}): SpaceValue => ({
  item_id: 'other',
  price: '100.000000',
  category_id: 'spots',
  time_slot_id: 'night',
  factor: '1.5000',
  is_prime: true,
  ...changes,
});
const original = value({ item_id: 'original' });

test.each<[string, Partial<SpaceValue>, boolean]>([
  ['the same price and time slot', {}, true],
  ['a higher price', { price: '100.000001' }, true],
  ['a lower price', { price: '99.999999' }, false],
  ['no price', { price: null }, false],
  ['a better time slot', { time_slot_id: 'late', factor: '2.0000' }, true],
  ['a worse time slot', { time_slot_id: 'noon', factor: '1.2000' }, false],
  ['one that is not prime', { time_slot_id: 'noon', factor: '2.0000', is_prime: false }, false],
  ['no time slot', { time_slot_id: null, factor: null, is_prime: false }, false],
])('%s', (_, changes, isEqual) => {
  expect(whyLess(original, value(changes)) === null).toBe(isEqual);
});

test('without prices the category decides, and a space is always its own equal', () => {
  const unpriced = { ...original, price: null };
  expect(whyLess(unpriced, value({ price: null }))).toBeNull();
  expect(whyLess(unpriced, value({ price: null, category_id: 'mentions' }))?.code).toBe('lower_value');
  expect(whyLess(unpriced, { ...unpriced })).toBeNull();
});
