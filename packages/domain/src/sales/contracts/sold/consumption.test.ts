import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, subtract } from '../../../money/arithmetic.ts';
import { type Consumption, consumptionBridge } from './consumption.ts';

const none = { currency: 'DOP', contracted: '0', placed: '0', aired: '0', billed: '0', collected: '0' };

test('each sum of the bridge is what the steps before it add up to, whatever was invoiced', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999 }).map((count) => (count / 100).toFixed(2));
  fc.assert(
    fc.property(cents, cents, cents, cents, (contracted_total, unbilled_total, invoiced_total, paid) => {
      const open_balance = subtract(invoiced_total, paid);
      const all: Consumption = {
        ...none,
        contracted_total,
        unbilled_total,
        invoiced_total,
        paid,
        open_balance,
      };
      let reached = '0.00';
      for (const [place, { amount, isSum }] of consumptionBridge(all).entries()) {
        if (isSum && place > 0) expect(reached).toBe(amount);
        reached = isSum ? amount : add(reached, amount);
      }
    }),
  );
});

test('a difference is a step only where there is one', () => {
  const bridge = (invoiced_total: string) =>
    consumptionBridge({
      ...none,
      contracted_total: '1180.00',
      unbilled_total: '590.00',
      invoiced_total,
      paid: '0.00',
      open_balance: invoiced_total,
    }).map(({ key }) => key);
  expect(bridge('590.00')).toEqual(['contracted', 'unbilled', 'invoiced', 'paid', 'open']);
  expect(bridge('600.00')).toEqual(['contracted', 'unbilled', 'difference', 'invoiced', 'paid', 'open']);
});
