import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import {
  choiceRefusal,
  componentAmounts,
  type PackageComponent,
  packagePrice,
  type SoldPackage,
  soldComponents,
} from './sold-package.ts';
import { spreadShares } from './spread-shares.ts';

const component = (id: string, own: Partial<PackageComponent> = {}): PackageComponent => ({
  id,
  name: `Componente ${id}`,
  inventory_item_id: id,
  ad_article_id: null,
  quantity: '10.00',
  min_quantity: null,
  max_quantity: null,
  is_optional: false,
  allocation_pct: '25.0000',
  ...own,
});
const pack = (own: Partial<SoldPackage> = {}): SoldPackage => ({
  kind: 'configurable',
  price_mode: 'sum_with_discount',
  price: null,
  discount_pct: '10.0000',
  min_qty: null,
  components: [
    component('a'),
    component('b', { min_quantity: '5.00', max_quantity: '20.00' }),
    component('c', { is_optional: true, max_quantity: '30.00' }),
  ],
  ...own,
});
const hundred = () => '100.000000';
const chosen = (quantities: Readonly<Record<string, string>>) =>
  Object.entries(quantities).map(([id, quantity]) => ({ id, quantity }));

test.each([
  ['a sum of what is not optional', pack(), null, '1800.00'],
  ['a sum of what was chosen', pack(), { a: '10.00', b: '20.00', c: '30.00' }, '5400.00'],
  [
    'closed, whatever is chosen',
    pack({ price_mode: 'closed', price: '999.99' }),
    { a: '10', b: '20' },
    '999.99',
  ],
  ['"desde" as published', pack({ price_mode: 'from', price: '1500.00' }), null, '1500.00'],
  [
    '"desde" with what is chosen besides',
    pack({ price_mode: 'from', price: '1500.00' }),
    { a: '10.00', b: '15.00', c: '10.00' },
    '3000.00',
  ],
  [
    '"desde" with less than it includes',
    pack({ price_mode: 'from', price: '1500.00' }),
    { a: '10.00', b: '5.00' },
    '1500.00',
  ],
] as const)('the price is %s', (_, of, choice, expected) => {
  expect(packagePrice(of, choice && chosen(choice), hundred)).toBe(expected);
});

test('there is no price without the price of a component that needs one', () => {
  const without = ({ id }: PackageComponent) => (id === 'c' ? null : '100');
  expect(packagePrice(pack(), null, without)).toBe('1800.00');
  expect(packagePrice(pack(), chosen({ a: '10', b: '10', c: '10' }), without)).toBeNull();
});

test.each([
  [null, null],
  [{ a: '10.00', b: '5.00' }, null],
  [{ a: '10.00', b: '20.00', c: '30.00' }, null],
  [{ b: '10.00' }, '«Componente a» va siempre con este paquete.'],
  [{ a: '11.00', b: '10.00' }, 'De «Componente a» van 10.'],
  [{ a: '10.00', b: '4.99' }, 'De «Componente b» van de 5 a 20.'],
  [{ a: '10.00', b: '10.00', x: '1' }, 'Un componente elegido no es de este paquete: elija de nuevo.'],
] as const)('the choice %j is answered %j', (choice, expected) => {
  expect(choiceRefusal(pack(), choice && chosen(choice))).toBe(expected);
});

test('a fixed package is not changed, and one of optional components needs a choice', () => {
  expect(choiceRefusal(pack({ kind: 'fixed' }), chosen({ a: '10', b: '10' }))).toContain('es fijo');
  expect(choiceRefusal(pack({ components: [component('c', { is_optional: true })] }), null)).toContain(
    'Elija qué componentes',
  );
});

test('what components earn adds up to the cent, whatever is chosen of them', () => {
  const one = fc.record({
    allocation_pct: fc.integer({ min: 1, max: 1_000_000 }).map((share) => (share / 10_000).toFixed(4)),
    quantity: fc.integer({ min: 1, max: 100_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    is_optional: fc.boolean(),
    wanted: fc.option(
      fc.integer({ min: 1, max: 100_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
    ),
  });
  const cents = fc.integer({ min: 0, max: 10 ** 11 }).map((value) => (value / 100).toFixed(2));
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 20 }), cents, (parts, amount) => {
      const components = parts.map((part, place) => component(String(place), part));
      const choice = parts.flatMap(({ wanted }, place) =>
        wanted === null ? [] : [{ id: String(place), quantity: wanted }],
      );
      const sold = soldComponents({ components }, choice);
      expect(sold).toHaveLength(choice.length);
      const amounts = componentAmounts(sold, amount, 'DOP');
      return amounts === null ? true : compareDecimals(sum(amounts), amount) === 0;
    }),
  );
});

test('shares spread by any weights sum to exactly 100', () => {
  expect(spreadShares(['1', '1', '1'])).toEqual(['33.3334', '33.3333', '33.3333']);
  expect(spreadShares(['0', '0.00'])).toBeNull();
  const weight = fc.integer({ min: 0, max: 10 ** 10 }).map((value) => (value / 100).toFixed(2));
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 60 }), (weights) => {
      const shares = spreadShares(weights);
      return shares === null
        ? weights.every((one) => compareDecimals(one, '0') === 0)
        : compareDecimals(sum(shares), '100') === 0;
    }),
  );
});
