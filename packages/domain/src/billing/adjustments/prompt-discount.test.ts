import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, subtract } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { invoiceTotals, noInvoiceTables } from '../invoices/invoice-totals.ts';
import { promptDiscount } from './prompt-discount.ts';

const tables = { ...noInvoiceTables, usual: '18.0000' };
const invoiceOf = (lines: readonly object[]) => ({
  currency_code: 'DOP',
  lines: lines.map((line, index) => ({
    id: String(index),
    position: `a${index}`,
    quantity: '1',
    discount_pct: '0',
    ...line,
  })),
});

test('is a part of the net of each line, with its tax', () => {
  const invoice = invoiceOf([{ unit_price: '1000' }, { unit_price: '0.10' }]);
  const { header, lines } = promptDiscount(invoice, tables, invoiceTotals(invoice, tables).lines, '2');
  expect(header).toMatchObject({ net: '20.00', tax: '3.60', total: '23.60' });
  // Two percent of ten cents is less than half a cent.
  expect(lines).toMatchObject([{ id: '0', unit_price: '20.00', tax_pct: '18.0000' }]);
});

test('keeps the tax of the invoice, whatever applies later', () => {
  const invoice = invoiceOf([{ unit_price: '1000' }]);
  const { lines: amounts } = invoiceTotals(invoice, tables);
  expect(promptDiscount(invoice, { ...tables, usual: '20.0000' }, amounts, '2').header.tax).toBe('3.60');
});

test('is never more than the invoice, line by line', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 99 }).map(String),
    unit_price: fc.integer({ min: 0, max: 9_999_999 }).map((units) => (units / 100).toFixed(2)),
    discount_pct: fc.constantFrom('0', '10', '33.3333', '100'),
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 5 }),
      fc.constantFrom('0.5', '2', '7.7777', '100'),
      (given, pct) => {
        const invoice = invoiceOf(given);
        const totals = invoiceTotals(invoice, tables);
        const { header, lines } = promptDiscount(invoice, tables, totals.lines, pct);
        for (const { id, net, tax } of lines) {
          const own = totals.lines.get(id);
          expect(compareDecimals(net, own?.net ?? '0')).toBeLessThanOrEqual(0);
          expect(compareDecimals(tax, own?.tax ?? '0')).toBeLessThanOrEqual(0);
        }
        expect(header.total).toBe(add(header.taxable, header.tax));
        expect(subtract(totals.header.total, header.total)).not.toMatch(/^-/);
      },
    ),
  );
});
