import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SigningOrder, type SigningSide, signingOrders, turnsOf } from './signing-order.ts';

describe('turnsOf', () => {
  test.each([
    ['together', ['company', 'client'], [1, 1]],
    ['buyer_first', ['company', 'client', 'client'], [2, 1, 1]],
    ['company_first', ['company', 'agency'], [1, 2]],
    ['one_by_one', ['company', 'client', 'client', 'company'], [3, 1, 2, 4]],
    ['buyer_first', ['company'], [1]],
  ] as const)('%s of %j', (order, sides, turns) => {
    expect(turnsOf(order, sides)).toEqual(turns);
  });

  test('there is always somebody who may sign first, and no turn is skipped', () => {
    const sides = fc.array(fc.constantFrom<SigningSide>('company', 'client', 'agency'), { minLength: 1 });
    const orders = fc.constantFrom(...(Object.keys(signingOrders) as SigningOrder[]));
    fc.assert(
      fc.property(orders, sides, (order, given) => {
        const turns = [...new Set(turnsOf(order, given))].sort((a, b) => a - b);
        expect(turns).toEqual(turns.map((_, index) => index + 1));
      }),
    );
  });
});
