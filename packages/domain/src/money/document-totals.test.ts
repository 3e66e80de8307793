import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, negate, subtract } from './arithmetic.ts';
import { documentTotals, sumTotals } from './document-totals.ts';
// Worked examples that were calculated independently of this code.
import golden from './golden-money.json';
import { type LineTerms, lineTotals, type Totals } from './line-totals.ts';
import { asText, roundedQuotient } from './testing/whole-units.ts';

const names = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'] as const;
const opposite = (totals: Totals): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, negate(totals[name])]));

/** Millionths: a percentage with four decimals as a fraction. */
const million = 1_000_000n;
const fraction = fc.oneof(
  fc.bigInt({ min: 0n, max: million }),
  fc.constantFrom(0n, 150_000n, 180_000n, million),
);
const anyLine = fc.record({
  quantity: fc.bigInt({ min: -10_000_000n, max: 10_000_000n }),
  list_price: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  surcharges: fc.array(fc.bigInt({ min: -million, max: 3n * million }), { maxLength: 4 }),
  discount: fraction,
  agency_discount_rate: fraction,
  tax_rate: fraction,
});
type Units = typeof anyLine extends fc.Arbitrary<infer Line> ? Line : never;

const termsOf = (line: Units): LineTerms => ({
  quantity: asText(line.quantity, 2),
  list_price: asText(line.list_price, 6),
  surcharges: line.surcharges.map((one) => asText(one, 6)),
  discount: asText(line.discount, 6),
  agency_discount_rate: asText(line.agency_discount_rate, 6),
  tax_rate: asText(line.tax_rate, 6),
});

/** The same rules, calculated in whole cents. */
function judged(line: Units): Record<string, string> {
  const listed = line.surcharges.reduce(
    (price, surcharge) => price * (million + surcharge),
    line.quantity * line.list_price,
  );
  // Quantity has two decimals, price six, each surcharge six; an amount has two.
  const gross = roundedQuotient(listed, 10n ** BigInt(6 + 6 * line.surcharges.length));
  const net = roundedQuotient(gross * (million - line.discount), million);
  const agency = roundedQuotient(net * line.agency_discount_rate, million);
  const tax = roundedQuotient((net - agency) * line.tax_rate, million);
  const amounts = [gross, net, agency, net - agency, tax, net - agency + tax];
  return Object.fromEntries(names.map((name, index) => [name, asText(amounts[index]!, 2)]));
}

const spot: LineTerms = {
  quantity: '1',
  list_price: '4500.00',
  surcharges: [],
  discount: '0',
  agency_discount_rate: '0',
  tax_rate: '0.18',
};

describe('worked examples', () => {
  test.each(golden.documents)('$name', ({ lines, expected }) => {
    const totals = documentTotals(lines, 'DOP');
    expect(totals.lines).toEqual(lines.map((line) => line.expected));
    expect(totals.header).toEqual(expected);
  });
});

test('a line has the amounts that the calculation in whole cents gives', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      expect(lineTotals(termsOf(line), 'DOP')).toEqual(judged(line));
    }),
    { numRuns: 1000 },
  );
});

test('the lines sum up to the header, and the header to its total', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 30 }), (all) => {
      const { header, lines } = documentTotals(all.map(termsOf), 'DOP');
      for (const name of names)
        expect(header[name]).toBe(lines.reduce((total, line) => add(total, line[name]), '0.00'));
      expect(header.taxable).toBe(subtract(header.net, header.agency_discount));
      expect(header.total).toBe(add(header.taxable, header.tax));
      expect(sumTotals(lines.toReversed())).toEqual(header);
    }),
  );
});

test('a line with the opposite quantity has the opposite amounts', () => {
  fc.assert(
    fc.property(anyLine, (line) => {
      const terms = termsOf(line);
      const totals = lineTotals(terms, 'DOP');
      const back = lineTotals({ ...terms, quantity: negate(terms.quantity) }, 'DOP');
      expect(back).toEqual(opposite(totals));
    }),
  );
});

test('a document without lines has zero totals', () => {
  expect(documentTotals([], 'DOP').header).toEqual(Object.fromEntries(names.map((name) => [name, '0.00'])));
});

test('a currency without cents has whole amounts', () => {
  expect(
    lineTotals({ ...spot, list_price: '33.35', quantity: '3', agency_discount_rate: '0.15' }, 'CLP'),
  ).toEqual({
    gross: '100.00',
    net: '100.00',
    agency_discount: '15.00',
    taxable: '85.00',
    tax: '15.00',
    total: '100.00',
  });
});

test('a percent where a fraction is expected, an invalid decimal and an unknown currency are refused', () => {
  for (const name of ['discount', 'agency_discount_rate', 'tax_rate'] as const) {
    expect(() => lineTotals({ ...spot, [name]: '18' }, 'DOP')).toThrow(RangeError);
    expect(() => lineTotals({ ...spot, [name]: '-0.18' }, 'DOP')).toThrow(RangeError);
    expect(() => lineTotals({ ...spot, [name]: '' }, 'DOP')).toThrow(TypeError);
  }
  expect(() => lineTotals({ ...spot, surcharges: ['-1.01'] }, 'DOP')).toThrow(RangeError);
  expect(() => lineTotals({ ...spot, quantity: 1 as unknown as string }, 'DOP')).toThrow(TypeError);
  expect(() => lineTotals(spot, 'XXX')).toThrow(RangeError);
});
