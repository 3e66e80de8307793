import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Line } from '../../document/document.ts';
import type { Price } from '../../inventory/prices/find-price.ts';
import type { PriceRule } from '../../inventory/prices/price-chain.ts';
import { usualRules } from '../../inventory/prices/usual-rules.ts';
import { add, multiply, round, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { asText } from '../../money/testing/whole-units.ts';
import type { SaleTerms } from './sale-terms.ts';
import { priceLine, saleTotals, volumeGross } from './sale-totals.ts';

const amounts = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'] as const;
const decimal = (most: bigint, digits: number) =>
  fc.bigInt({ min: 0n, max: most }).map((value) => asText(value, digits));

/** The usual rules as a list has them, and some with conditions and amounts of which the usual ones have none. */
const rules: readonly PriceRule[] = [
  ...usualRules.map((rule) => ({
    amount: null,
    base: 'previous' as const,
    only_best_of: null,
    platform_id: null,
    inventory_category_id: null,
    ad_article_id: null,
    client_type_id: null,
    buyer: null,
    days: [],
    months: [],
    dates: null,
    is_prime: false,
    min_duration_sec: null,
    max_duration_sec: null,
    min_qty: null,
    min_days: null,
    min_gross: null,
    ...rule,
  })),
].flatMap((rule) =>
  rule.code === 'URGENCIA'
    ? [
        rule,
        { ...rule, code: 'MONTO', pct: null, amount: '12.345678' },
        { ...rule, code: 'LISTA', base: 'list' as const, pct: '33.3333', applies: 'automatic' as const },
        { ...rule, code: 'LARGA', applies: 'automatic' as const, min_duration_sec: 45 },
      ]
    : [rule],
);
const dependsOnQuantity = ({ min_qty, min_gross }: PriceRule): boolean =>
  min_qty !== null || min_gross !== null;

const price = (own: Partial<Price>): Price => ({
  id: 'p',
  inventory_item_id: null,
  ad_article_id: null,
  inventory_category_id: 'category',
  unit: 'spot',
  unit_price: '1000',
  floor_price: null,
  min_qty: '1',
  ...own,
});

const anyTerms = fc
  .record({
    unit_price: decimal(10n ** 10n, 6),
    agency: decimal(1_000_000n, 4),
    tax: decimal(300_000n, 4),
    has_agency: fc.boolean(),
    is_prime: fc.boolean(),
    volume: fc.option(decimal(3n * 10n ** 8n, 2)),
  })
  .map(
    ({ unit_price, agency, tax, has_agency, is_prime, volume }): SaleTerms => ({
      prices: [price({ unit_price })],
      rules,
      has_agency,
      client_type_id: null,
      items: {
        space: {
          platform_id: null,
          inventory_category_id: 'category',
          ad_article_id: 'article',
          capacity_unit: 'spots',
          days: null,
          is_prime,
        },
      },
      articles: { article: { platform_id: null, unit: 'spot', is_commissionable: true, duration_sec: 30 } },
      packages: {
        pack: {
          kind: 'fixed',
          price_mode: 'closed',
          price: '250000.00',
          discount_pct: null,
          min_qty: null,
          components: [],
        },
      },
      taxes: { '': { tax_rate: null, pct: tax } },
      agency_discount_pct: agency,
      ...(volume !== null && { volume_gross: volume }),
    }),
  );

const spaceLine = fc.record({
  line_kind: fc.constantFrom('airtime', 'sponsorship', 'bonus'),
  inventory_item_id: fc.constant({ id: 'space', label: '' }),
  flight: fc.constantFrom(
    { from: '2026-10-26', to: '2026-11-08' },
    { from: '2027-03-01', to: '2027-03-31' },
    { from: '2026-12-26', to: '2026-12-26' },
  ),
  days: fc.constantFrom(null, ['6', '7'], ['1', '2', '3', '4', '5']),
  units_per_day: fc.integer({ min: 1, max: 500 }),
  duration_sec: fc.constantFrom(null, 10, 45),
});
const pieceLine = fc.record({
  line_kind: fc.constantFrom('production', 'service', 'package'),
  package_id: fc.constantFrom(null, { id: 'pack', label: '' }),
  ad_article_id: fc.constant({ id: 'article', label: '' }),
  flight: fc.constant({ from: '2026-11-01', to: '2026-11-30' }),
  units: decimal(100_000n, 2),
});
const anyLine = fc
  .tuple(
    fc.oneof({ arbitrary: spaceLine, weight: 3 }, pieceLine),
    fc.record({
      agreed_price: fc.option(decimal(10n ** 10n, 6), { freq: 3 }),
      conditions: fc.subarray(rules.map(({ code }) => code)),
      surcharge_pct: fc.oneof(fc.constant('0'), decimal(5_000_000n, 4)),
      discount_pct: fc.oneof(fc.constant('0'), decimal(1_000_000n, 4)),
    }),
  )
  .map(([sold, own]): Line => ({ id: 'a', position: 'a0', ...sold, ...own }));
const anyLines = fc
  .array(anyLine, { maxLength: 8 })
  .map((lines) => lines.map((line, place): Line => ({ ...line, id: String(place) })));
const anyCurrency = fc.constantFrom('DOP', 'CLP');

const notLess = (more: unknown, than: unknown, what: string): void =>
  expect(compareDecimals(String(more), String(than)), `${what}: ${more}, ${than}`).toBeGreaterThanOrEqual(0);

test('more of the same costs more, where no price and no rule depends on how much', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyLine,
      fc.integer({ min: 1, max: 200 }),
      anyCurrency,
      (terms, line, more, currency) => {
        const own = { ...terms, rules: rules.filter((rule) => !dependsOnQuantity(rule)) };
        const larger = {
          ...line,
          units_per_day: Number(line.units_per_day ?? 0) + more,
          units: add(String(line.units ?? '0'), String(more)),
        };
        const [few, many] = [line, larger].map((one) => saleTotals([one], own, currency).lines.get(line.id));
        for (const name of amounts) notLess(many?.[name], few?.[name], name);
      },
    ),
  );
});

test('with tiers whose prices fall, a unit never costs more for a larger quantity', () => {
  const anyTiers = fc.array(
    fc.tuple(fc.integer({ min: 2, max: 400 }), fc.bigInt({ min: 0n, max: 10n ** 8n })),
    {
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(anyTerms, anyLine, anyTiers, fc.integer({ min: 1, max: 200 }), (terms, line, tiers, more) => {
      const falling = tiers.map(([, one]) => one).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
      const from = tiers.map(([one]) => one).toSorted((a, b) => a - b);
      const prices = [
        price({ unit_price: '100.000000' }),
        ...falling.map((one, place) => price({ unit_price: asText(one, 6), min_qty: String(from[place]) })),
      ];
      const own = { ...terms, prices, rules: rules.filter((rule) => !dependsOnQuantity(rule)) };
      const larger = { ...line, units_per_day: Number(line.units_per_day ?? 0) + more };
      const [few, many] = [line, larger].map((one) => priceLine(one, own, null));
      notLess(few?.listPrice ?? '0', many?.listPrice ?? '0', 'list price');
      notLess(few?.chain.unitPrice, many?.chain.unitPrice, 'unit price');
    }),
  );
});

test('no cent is lost: not in a line, and not in the document', () => {
  fc.assert(
    fc.property(anyTerms, anyLines, anyCurrency, (terms, lines, currency) => {
      const { header, lines: found } = saleTotals(lines, terms, currency);
      const gross = volumeGross(lines, terms, currency);
      const digits = currency === 'CLP' ? 0 : 2;
      for (const name of amounts)
        expect(header[name]).toBe(sum([...found.values()].map((values) => String(values[name]))));
      for (const line of lines) {
        const values = found.get(line.id) ?? {};
        const { chain, quantity } = priceLine(line, terms, gross);
        const own = multiply(sum(['100', String(line.surcharge_pct)]), '0.01');
        const exactGross = multiply(multiply(quantity, chain.unitPrice), own);
        expect(values.gross).toBe(round(round(exactGross, digits), 2));
        const ownLeft =
          line.line_kind === 'bonus' ? '0' : subtract('1', multiply(String(line.discount_pct), '0.01'));
        const left = multiply(subtract('1', chain.discount), ownLeft);
        expect(values.net).toBe(round(round(multiply(String(values.gross), left), digits), 2));
        expect(values.taxable).toBe(subtract(String(values.net), String(values.agency_discount)));
        expect(values.total).toBe(add(String(values.taxable), String(values.tax)));
      }
    }),
  );
});

test('discounts of the list, of the seller and of the agency never make an amount negative', () => {
  fc.assert(
    fc.property(anyTerms, anyLines, anyCurrency, (terms, lines, currency) => {
      const { header, lines: found } = saleTotals(lines, terms, currency);
      for (const values of [header, ...found.values()]) {
        for (const name of amounts) notLess(values[name], '0', name);
        notLess(values.gross, values.net, 'net');
        notLess(values.net, values.taxable, 'taxable');
      }
      notLess(header.max_discount_pct, '0', 'given');
      notLess('100', header.max_discount_pct, 'given');
    }),
  );
});

test('a package has no surcharges and discounts, and an agreed price only chosen ones', () => {
  const isChosen = new Map(rules.map(({ code, applies }) => [code, applies === 'chosen']));
  fc.assert(
    fc.property(anyTerms, anyLine, (terms, line) => {
      const { chain, agreedPrice } = priceLine(line, terms, '3000000.00');
      if (line.line_kind === 'package' && line.package_id) expect(chain.steps).toEqual([]);
      if (agreedPrice !== null) for (const { code } of chain.steps) expect(isChosen.get(code)).toBe(true);
    }),
  );
});

test('the browser, which gets the terms as JSON, calculates the same text as the server', () => {
  const sent = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
  fc.assert(
    fc.property(anyTerms, anyLines, anyCurrency, (terms, lines, currency) => {
      const server = saleTotals(lines, terms, currency);
      const browser = saleTotals(sent(lines), sent(terms), currency);
      expect(JSON.stringify([browser.header, [...browser.lines]])).toBe(
        JSON.stringify([server.header, [...server.lines]]),
      );
    }),
  );
});
