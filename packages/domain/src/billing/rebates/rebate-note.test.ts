import fc from 'fast-check';
import { expect, test } from 'vitest';
import { subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { lineTotals } from '../../money/line-totals.ts';
import { type RebatedLine, rebateNote } from './rebate-note.ts';

const line = (id: string, price: string, { tax = '18', agency = '0' } = {}): RebatedLine => ({
  id,
  tax_pct: tax,
  agency_pct: agency,
  ...lineTotals(
    {
      quantity: '1',
      list_price: price,
      surcharges: [],
      discount: '0',
      agency_discount_rate: String(Number(agency) / 100),
      tax_rate: String(Number(tax) / 100),
    },
    'DOP',
  ),
});

test('a note gives the whole amount before tax, with its tax', () => {
  const note = rebateNote('170.00', { currency: 'DOP', balance: '2950.00', lines: [line('a', '2500')] });
  expect(note?.header).toMatchObject({ taxable: '170.00', tax: '30.60', total: '200.60' });
  expect(note?.lines).toMatchObject([{ id: 'a', unit_price: '170.00' }]);
});

test('with the discount of the agency its net is higher, and what it gives is the same', () => {
  const note = rebateNote('170.00', {
    currency: 'DOP',
    balance: '2507.50',
    lines: [line('a', '2500', { agency: '15' })],
  });
  expect(note?.header).toMatchObject({ net: '200.00', agency_discount: '30.00', taxable: '170.00' });
});

test('no more is given than is owed', () => {
  const note = rebateNote('170.00', { currency: 'DOP', balance: '118.00', lines: [line('a', '2500')] });
  expect(note?.header).toMatchObject({ taxable: '100.00', total: '118.00' });
  expect(rebateNote('170.00', { currency: 'DOP', balance: '0.00', lines: [line('a', '2500')] })).toBeNull();
});

test('of any invoice, what is given is within what is wanted, owed and left of each line, and is missing by cents at most', () => {
  const cents = (amount: number): string => (amount / 100).toFixed(2);
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          price: fc.integer({ min: 1, max: 5_000_000 }),
          tax: fc.constantFrom('18', '16', '0'),
          agency: fc.constantFrom('0', '15', '17.65'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.integer({ min: 1, max: 8_000_000 }),
      fc.double({ min: 0.001, max: 1, noNaN: true }),
      (prices, wanted, owed) => {
        const lines = prices.map(({ price, tax, agency }, place) =>
          line(String(place), cents(price), { tax, agency }),
        );
        const total = sum(lines.map((one) => one.total));
        const balance = cents(Math.max(1, Math.floor(Number(total) * 100 * owed)));
        const note = rebateNote(cents(wanted), { currency: 'DOP', balance, lines });
        if (!note) return;
        expect(compareDecimals(note.header.total, balance)).not.toBe(1);
        expect(compareDecimals(note.header.taxable, cents(wanted))).not.toBe(1);
        for (const made of note.lines) {
          const whole = lines.find(({ id }) => id === made.id);
          for (const name of ['net', 'tax', 'agency_discount'] as const)
            expect(compareDecimals(made[name], whole?.[name] ?? '0')).not.toBe(1);
        }
        const base = sum(lines.map(({ taxable }) => taxable));
        const most = Math.min(wanted / 100, Number(base), (Number(balance) * Number(base)) / Number(total));
        expect(Number(subtract(cents(Math.round(most * 100)), note.header.taxable))).toBeLessThan(0.2);
      },
    ),
    { numRuns: 200 },
  );
});
