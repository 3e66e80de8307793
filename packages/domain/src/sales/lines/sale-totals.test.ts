import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Line } from '../../document/document.ts';
import type { Price } from '../../inventory/prices/find-price.ts';
import { multiply, subtract, sum } from '../../money/arithmetic.ts';
import golden from '../../money/golden-money.json';
import type { SaleTerms } from './sale-terms.ts';
import { saleTotals } from './sale-totals.ts';

const article = '00000000-0000-4000-8000-00000000000a';
const space = '00000000-0000-4000-8000-00000000000b';
const category = '00000000-0000-4000-8000-00000000000c';
const pack = '00000000-0000-4000-8000-00000000000d';

const terms: SaleTerms = {
  prices: [],
  rules: [],
  has_agency: false,
  client_type_id: null,
  items: {
    [space]: {
      inventory_category_id: category,
      ad_article_id: article,
      capacity_unit: 'spots',
      days: null,
      platform_id: null,
      is_prime: false,
    },
  },
  articles: {
    [article]: { platform_id: null, unit: 'spot', is_commissionable: true, duration_sec: null },
  },
  packages: {
    [pack]: {
      kind: 'fixed',
      price_mode: 'closed',
      price: '250000.00',
      discount_pct: null,
      min_qty: null,
      components: [],
    },
  },
  taxes: { '': { tax_rate: null, pct: '18' } },
  agency_discount_pct: '0',
};

const price = (values: Partial<Price>): Price => ({
  id: '00000000-0000-4000-8000-00000000000e',
  inventory_item_id: null,
  ad_article_id: null,
  inventory_category_id: null,
  unit: 'spot',
  unit_price: '1000',
  floor_price: null,
  min_qty: '1',
  ...values,
});

const reference = (id: string) => ({ id, label: '' });
let count = 0;
const line = (values: object): Line => {
  count += 1;
  return {
    id: String(count),
    position: 'a0',
    line_kind: 'airtime',
    inventory_item_id: reference(space),
    flight: { from: '2026-03-02', to: '2026-03-11' },
    days: null,
    units_per_day: 1,
    surcharge_pct: '0',
    discount_pct: '0',
    ...values,
  };
};
const piece = (values: object): Line =>
  line({ line_kind: 'production', inventory_item_id: null, units_per_day: null, units: '1', ...values });

const only = (lines: readonly Line[], own: SaleTerms = terms) => {
  const { header, lines: found } = saleTotals(lines, own, 'DOP');
  return { header, lines: [...found.values()] };
};

/** Percent of a fraction, and of several compounded surcharges. */
const percent = (value: string): string => multiply(value, '100');
const compound = (all: readonly string[]): string =>
  percent(
    subtract(
      all.reduce((factor, one) => multiply(factor, sum(['1', one])), '1'),
      '1',
    ),
  );

describe('the worked examples', () => {
  test.each(golden.documents.map((one) => [one.name, one] as const))('%s', (_, { lines, expected }) => {
    // A document has one agency: examples with several rates are calculated line by line.
    const all = lines.map((one) => {
      const { header, lines: found } = only(
        [
          piece({
            units: one.quantity,
            agreed_price: one.list_price,
            surcharge_pct: compound(one.surcharges),
            discount_pct: percent(one.discount),
          }),
        ],
        {
          ...terms,
          taxes: { '': { tax_rate: null, pct: percent(one.tax_rate) } },
          agency_discount_pct: percent(one.agency_discount_rate),
        },
      );
      expect(found).toMatchObject([one.expected]);
      return header;
    });
    expect(sum(all.map(({ total }) => String(total)))).toBe(expected.total);
  });
});

describe('the price of a line', () => {
  const prices = [
    price({ inventory_category_id: category, unit_price: '100' }),
    price({ ad_article_id: article, unit_price: '200' }),
    price({ inventory_item_id: space, unit_price: '300', min_qty: '5' }),
    price({ inventory_item_id: space, unit_price: '250', min_qty: '10', floor_price: '240' }),
  ];

  test('is the most specific one, of which the largest reached quantity counts', () => {
    const { lines } = only(
      [
        line({}),
        line({ units_per_day: 1, flight: { from: '2026-03-02', to: '2026-03-06' } }),
        line({ days: ['1'] }),
      ],
      { ...terms, prices },
    );
    expect(
      lines.map(({ list_price, price_source, quantity }) => [quantity, list_price, price_source]),
    ).toEqual([
      ['10.0000', '250', 'item'],
      ['5.0000', '300', 'item'],
      ['2.0000', '200', 'article'],
    ]);
    expect(lines[0]).toMatchObject({ floor_price: '240', gross: '2500.00', tax: '450.00', total: '2950.00' });
  });

  test('counts only days on which the space is sold', () => {
    const items = { [space]: { ...terms.items[space]!, days: ['1', '2', '3', '4', '5'] } };
    expect(only([line({}), line({ days: ['6', '7'] })], { ...terms, prices, items }).lines).toMatchObject([
      { quantity: '8.0000' },
      { quantity: '0.0000', gross: '0.00' },
    ]);
  });

  test('decides the unit of the quantity', () => {
    const own = [price({ inventory_item_id: space, unit: 'week', unit_price: '7000' })];
    expect(only([line({})], { ...terms, prices: own }).lines).toMatchObject([
      { sale_unit: 'week', quantity: '1.4286', gross: '10000.20' },
    ]);
  });

  test('an agreed price replaces it, and what it is below the list counts as given', () => {
    const { header, lines } = only([line({ agreed_price: '200', discount_pct: '10' })], { ...terms, prices });
    expect(lines).toMatchObject([{ list_price: '250', price_source: 'agreed', net: '1800.00' }]);
    expect(header.max_discount_pct).toBe('28.0000');
  });

  test('an agreed price above the list gives nothing', () => {
    expect(only([line({ agreed_price: '900' })], { ...terms, prices }).header.max_discount_pct).toBe(
      '0.0000',
    );
  });

  test('a package has the price of the package', () => {
    const sold = piece({ line_kind: 'package', package_id: reference(pack), units: '2' });
    expect(only([sold]).lines).toMatchObject([
      { list_price: '250000.00', price_source: 'package', net: '500000.00' },
    ]);
  });

  test('a line without a price costs nothing until one is agreed', () => {
    expect(only([line({})]).lines).toMatchObject([{ list_price: null, price_source: null, total: '0.00' }]);
  });

  test('a bonus costs nothing, keeps its value as gross, and is not a discount', () => {
    const { header, lines } = only([line({ line_kind: 'bonus', discount_pct: null })], { ...terms, prices });
    expect(lines).toMatchObject([{ gross: '2500.00', net: '0.00', total: '0.00' }]);
    expect(header.max_discount_pct).toBe('0.0000');
  });

  test('an article without commission has no agency discount', () => {
    const articles = {
      [article]: { platform_id: null, unit: 'spot', is_commissionable: false, duration_sec: null },
    } as const;
    const own = { ...terms, prices, agency_discount_pct: '15' };
    expect(only([line({})], own).lines).toMatchObject([{ agency_discount: '375.00', taxable: '2125.00' }]);
    expect(only([line({})], { ...own, articles }).lines).toMatchObject([{ agency_discount: '0.00' }]);
  });
});

test('the header is the sum of the lines, whatever they are', () => {
  const units = (most: number, digits: number) =>
    fc.integer({ min: 0, max: most }).map((value) => (value / 10 ** digits).toFixed(digits));
  const anyLine = fc.record({
    line_kind: fc.constantFrom('airtime', 'bonus', 'production'),
    units_per_day: fc.integer({ min: 1, max: 1000 }),
    units: units(100_000, 2),
    agreed_price: fc.option(units(10 ** 9, 6)),
    surcharge_pct: units(500_000, 4),
    discount_pct: units(1_000_000, 4),
  });
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 20 }), units(1_000_000, 4), (all, agency) => {
      const { header, lines } = only(all.map(line), {
        ...terms,
        prices: [price({ ad_article_id: article, unit_price: '1234.567891' })],
        agency_discount_pct: agency,
      });
      for (const name of ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'])
        expect(header[name]).toBe(sum(lines.map((one) => String(one[name]))));
      for (const one of lines)
        expect(subtract(String(one.net), String(one.agency_discount))).toBe(one.taxable);
    }),
  );
});
