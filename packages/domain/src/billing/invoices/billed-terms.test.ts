import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineTotals } from '../../money/line-totals.ts';
import { billedTerms } from './billed-terms.ts';

test('keeps the sold price and discount where they give the amount', () => {
  const part = { quantity: '3.0000', net: '297.00', price: '100', surcharge_pct: '10', discount_pct: '10' };
  expect(billedTerms(part, 'DOP')).toEqual({
    quantity: '3.0000',
    unit_price: '110.000000',
    discount_pct: '10',
  });
});

test('divides the amount where the sold price gives another cent', () => {
  const part = { quantity: '3.0000', net: '99.99', price: '33.335', surcharge_pct: '0', discount_pct: '0' };
  expect(billedTerms(part, 'DOP')).toMatchObject({ quantity: '3.0000', unit_price: '33.330000' });
});

test('bills an amount without a quantity, or one that no price divides, as one unit', () => {
  const part = { quantity: '0', net: '0.01', price: '5', surcharge_pct: '0', discount_pct: '0' };
  expect(billedTerms(part, 'DOP')).toMatchObject({ quantity: '1.0000', unit_price: '0.010000' });
  const many = { ...part, quantity: '3000000.0000', net: '10.01' };
  expect(billedTerms(many, 'DOP')).toMatchObject({ quantity: '1.0000', unit_price: '10.010000' });
});

test('the line is calculated to exactly the amount, whatever is billed', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => (value / 100).toFixed(2));
  const ten = fc.integer({ min: 0, max: 100_000_000 }).map((value) => (value / 10_000).toFixed(4));
  const percent = fc.integer({ min: 0, max: 100 }).map(String);
  fc.assert(
    fc.property(ten, cents, cents, percent, percent, (quantity, net, price, surcharge_pct, discount_pct) => {
      const terms = billedTerms({ quantity, net, price, surcharge_pct, discount_pct }, 'DOP');
      const discount = String(Number(terms.discount_pct) / 100);
      const totals = lineTotals(
        {
          quantity: terms.quantity,
          list_price: terms.unit_price,
          surcharges: [],
          discount,
          agency_discount_rate: '0',
          tax_rate: '0',
        },
        'DOP',
      );
      expect(totals.net).toBe(net);
    }),
  );
});
