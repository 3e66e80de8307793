import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { findPrice, type Price } from './find-price.ts';

const none = { inventory_item_id: null, ad_article_id: null, inventory_category_id: null };
let count = 0;
const price = (own: Partial<Price>): Price => {
  count += 1;
  return {
    ...none,
    id: `p${count}`,
    unit: 'spot',
    unit_price: '100.000000',
    floor_price: null,
    min_qty: '1.00',
    ...own,
  };
};

const list = [
  price({ inventory_category_id: 'prime', unit_price: '900.000000' }),
  price({ ad_article_id: 'spot30', unit_price: '1000.000000', floor_price: '700.000000' }),
  price({ inventory_item_id: 'news', unit_price: '1500.000000' }),
  price({ inventory_item_id: 'news', unit_price: '1400.000000', min_qty: '20.00' }),
  price({ inventory_item_id: 'news', unit_price: '1300.000000', min_qty: '50.00' }),
  price({ inventory_item_id: 'sports', unit_price: '2000.000000', min_qty: '100.00' }),
  price({ inventory_item_id: 'billboard', unit: 'face_month', unit_price: '45000.000000' }),
  price({ inventory_item_id: 'billboard', unit: 'face_fortnight', unit_price: '25000.000000' }),
];
const line = { inventoryItemId: 'news', adArticleId: 'spot30', inventoryCategoryId: 'prime' };

describe('the price of a line', () => {
  test('is that of its space, before those of its article and of its category', () => {
    expect(findPrice({ ...line, quantity: '1' }, list)).toMatchObject({
      unit_price: '1500.000000',
      source: 'item',
    });
    expect(findPrice({ ...line, inventoryItemId: 'late', quantity: '1' }, list)).toEqual({
      price_id: list[1]?.id,
      unit_price: '1000.000000',
      floor_price: '700.000000',
      unit: 'spot',
      source: 'article',
      min_qty: '1.00',
    });
    expect(findPrice({ inventoryCategoryId: 'prime', quantity: '1' }, list)).toMatchObject({
      source: 'category',
    });
  });

  test.each([
    ['1', '1500.000000'],
    ['19.99', '1500.000000'],
    ['20', '1400.000000'],
    ['49', '1400.000000'],
    ['50.00', '1300.000000'],
    ['1000000', '1300.000000'],
    // The default tier, from 1, applies to every quantity.
    ['0.5', '1500.000000'],
  ])('for a quantity of %s is %s', (quantity, expected) => {
    expect(findPrice({ ...line, quantity }, list)?.unit_price).toBe(expected);
  });

  test('falls back to a less specific one while no tier is reached', () => {
    const found = findPrice({ ...line, inventoryItemId: 'sports', quantity: '99' }, list);
    expect(found).toMatchObject({ source: 'article', unit_price: '1000.000000' });
    expect(findPrice({ ...line, inventoryItemId: 'sports', quantity: '100' }, list)?.source).toBe('item');
  });

  test('is the first of several units, or that of the wanted unit', () => {
    expect(findPrice({ inventoryItemId: 'billboard', quantity: '2' }, list)?.unit).toBe('face_month');
    const found = findPrice({ inventoryItemId: 'billboard', quantity: '2', unit: 'face_fortnight' }, list);
    expect(found?.unit_price).toBe('25000.000000');
    expect(findPrice({ inventoryItemId: 'billboard', quantity: '2', unit: 'day' }, list)).toBeNull();
  });

  test('has its tiers in its own unit', () => {
    const tiers = [
      price({ inventory_item_id: 'fair', unit: 'face_fortnight', unit_price: '30' }),
      price({ inventory_item_id: 'fair', unit: 'face_fortnight', unit_price: '28', min_qty: '4' }),
      price({ inventory_item_id: 'fair', unit: 'face_month', unit_price: '50', min_qty: '2.5' }),
    ];
    const found = (fortnights: string, months: string) =>
      findPrice(
        { inventoryItemId: 'fair', quantity: (unit) => (unit === 'face_month' ? months : fortnights) },
        tiers,
      )?.unit_price;
    expect([found('3.99', '1.9'), found('4', '1.9'), found('3.99', '2.5')]).toEqual(['30', '28', '50']);
  });

  test('is null for what the list does not have', () => {
    expect(findPrice({ quantity: '1' }, list)).toBeNull();
    expect(findPrice({ inventoryItemId: 'other', quantity: '1' }, list)).toBeNull();
    expect(findPrice({ ...line, quantity: '1' }, [])).toBeNull();
  });
});

test('no applicable price is more specific, and none of the same target has a higher reached tier', () => {
  const id = fc.constantFrom('a', 'b', 'c', null);
  const quantity = fc.integer({ min: 0, max: 300 }).map((value) => (value / 4).toFixed(2));
  const prices = fc.array(
    fc.record({ target: fc.constantFrom(0, 1, 2), id: fc.constantFrom('a', 'b', 'c'), min_qty: quantity }),
    { maxLength: 30 },
  );
  const names = ['inventory_item_id', 'ad_article_id', 'inventory_category_id'] as const;
  fc.assert(
    fc.property(prices, id, id, id, quantity, (some, item, article, category, wanted) => {
      const table = some.map(({ target, id: of, min_qty }) => price({ [names[target] ?? '']: of, min_qty }));
      const found = findPrice(
        { inventoryItemId: item, adArticleId: article, inventoryCategoryId: category, quantity: wanted },
        table,
      );
      const reached = compareDecimals(wanted, '1') < 0 ? '1' : wanted;
      const ids = [item, article, category];
      const applicable = names.map((name, place) =>
        table.filter(
          (one) =>
            one[name] !== null && one[name] === ids[place] && compareDecimals(one.min_qty, reached) <= 0,
        ),
      );
      const best = applicable.find((level) => level.length > 0);
      if (!best) return found === null;
      const chosen = best.find(({ id: own }) => own === found?.price_id);
      return chosen !== undefined && best.every((one) => compareDecimals(one.min_qty, chosen.min_qty) <= 0);
    }),
  );
});
