import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, divide, multiply, sum } from '../money/arithmetic.ts';
import { compareDecimals } from '../money/exact-decimal.ts';
import golden from '../money/golden-money.json' with { type: 'json' };
import { dueDate, dueInstalments } from './invoices/due-date.ts';
import { documentFits, proposedDocument } from './invoices/fiscal-document.ts';
import { invoiceTotals, noInvoiceTables } from './invoices/invoice-totals.ts';
import { invoicePostings, reversed } from './ledger/postings.ts';
import { spreadPayment, takenFor } from './payments/spread-payment.ts';

const percent = (fraction: string): string => (Number(fraction) * 100).toFixed(4);

describe('the amounts of an invoice', () => {
  const plain = golden.documents.filter(({ lines }) =>
    lines.every((line) => line.surcharges.length === 0 && line.agency_discount_rate === '0'),
  );

  test.each(plain.map((one) => [one.name, one] as const))('%s', (_name, { lines, expected }) => {
    const body = {
      currency_code: 'DOP',
      lines: lines.map(({ quantity, list_price, discount, tax_rate }, index) => ({
        id: String(index),
        position: `a${index}`,
        quantity,
        unit_price: list_price,
        discount_pct: percent(discount),
        tax_rate_id: `rate ${tax_rate}`,
      })),
    };
    const rates = Object.fromEntries(lines.map(({ tax_rate }) => [`rate ${tax_rate}`, percent(tax_rate)]));
    expect(invoiceTotals(body, { ...noInvoiceTables, rates }).header).toEqual(expected);
  });

  test('a line of a credit note has the stored amounts of the line that it takes back, while its terms are the same', () => {
    const line = { id: 'n', position: 'a0', quantity: '3', unit_price: '33.35', discount_pct: '10' };
    const stored = {
      gross: '100.05',
      net: '90.05',
      agency_discount: '0.00',
      taxable: '90.05',
      tax: '16.20',
      total: '106.25',
    };
    const originals = {
      n: {
        ...stored,
        quantity: '3.0000',
        unit_price: '33.350000',
        discount_pct: '10.0000',
        tax_pct: '18.0000',
      },
    };
    const totals = (quantity: string) =>
      invoiceTotals(
        { currency_code: 'DOP', lines: [{ ...line, quantity }] },
        { ...noInvoiceTables, usual: '20', originals },
      ).header;
    expect(totals('3')).toEqual(stored);
    expect(totals('1')).toMatchObject({ net: '30.02', tax: '5.40' });
  });
});

test('an invoice is due by the term of its payer', () => {
  expect(dueDate('2026-01-31', { kind: 'days', days: 30 })).toBe('2026-03-02');
  expect(dueDate('2026-02-10', { kind: 'end_of_month', days: 30 })).toBe('2026-03-30');
  expect(dueDate('2026-02-10', { kind: 'cash', days: 0 })).toBe('2026-02-10');
  expect(
    dueDate('2026-01-01', {
      kind: 'milestones',
      days: 0,
      installments: [
        { days: 0, pct: 50 },
        { days: 60, pct: 50 },
      ],
    }),
  ).toBe('2026-03-02');
});

test('the fiscal document follows from the kind and the taxpayer', () => {
  expect(proposedDocument('invoice', 'government')).toBe('B15');
  expect(proposedDocument('credit_note', 'government')).toBe('B04');
  expect(documentFits('invoice', 'B04')).toBe(false);
  expect(documentFits('debit_note', 'B03')).toBe(true);
});

const cents = fc.integer({ min: 1, max: 1_000_000_00 }).map((units) => (units / 100).toFixed(2));

test('a payment is spread without losing a cent, and never beyond a balance', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 8 }), (available, balances) => {
      const spread = spreadPayment(
        available,
        balances.map((balance, index) => ({ id: String(index), balance })),
      );
      const total = sum(spread.map(({ amount }) => amount));
      const open = sum(balances);
      expect(compareDecimals(total, compareDecimals(available, open) < 0 ? available : open)).toBe(0);
      for (const { id, amount } of spread)
        expect(compareDecimals(amount, balances[Number(id)] ?? '0')).toBeLessThan(1);
    }),
  );
});

test('a payment in another currency is spread at the rates of its day, each amount for what it is worth', () => {
  const rate = fc.integer({ min: 1, max: 90_000_000 }).map((units) => (units / 1_000_000).toFixed(6));
  fc.assert(
    fc.property(
      cents,
      fc.array(cents, { maxLength: 8 }),
      rate,
      rate,
      (available, balances, payment, invoice) => {
        const spread = spreadPayment(
          available,
          balances.map((balance, index) => ({ id: String(index), balance, rates: { payment, invoice } })),
        );
        expect(compareDecimals(sum(spread.map(({ taken }) => taken)), available)).toBeLessThan(1);
        for (const { id, amount, taken } of spread) {
          expect(compareDecimals(amount, balances[Number(id)] ?? '0')).toBeLessThan(1);
          // One of the two follows from the other, as the database requires.
          expect(
            takenFor(amount, { payment, invoice }) === taken ||
              divide(multiply(taken, payment), invoice, 2) === amount,
          ).toBe(true);
        }
      },
    ),
  );
});

test('debits and credits of an entry are equal, and those of its reversal take them back', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 100 }),
      (prices, discount) => {
        const body = {
          currency_code: 'DOP',
          agency_id: 'a',
          agency_commission_pct: '15',
          commission_mode: 'invoice_discount',
          lines: prices.map((unit_price, index) => ({
            id: String(index),
            position: `a${index}`,
            quantity: '1',
            unit_price,
            discount_pct: String(discount),
          })),
        };
        const { header, lines } = invoiceTotals(body, { ...noInvoiceTables, usual: '18' });
        const postings = invoicePostings({
          ...header,
          receivable: 'receivable_agencies',
          commission: '0.00',
          lines: [...lines.values()].map(({ gross }) => ({ accountId: null, platformId: null, gross })),
        });
        const side = (of: readonly { debit: string; credit: string }[], name: 'debit' | 'credit') =>
          sum(of.map((one) => one[name]));
        expect(side(postings, 'debit')).toBe(side(postings, 'credit'));
        expect(side(reversed(postings), 'debit')).toBe(side(postings, 'credit'));
        expect(add(side(postings, 'debit'), '0.00')).toBe(add(header.gross, header.tax));
      },
    ),
  );
});

test('the instalments of an invoice add up to it, whatever their parts, and are due in order', () => {
  expect(dueInstalments('2026-01-10', { kind: 'days', days: 30 }, '100.00', 'DOP')).toBeNull();
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.array(fc.record({ pct: fc.integer({ min: 1, max: 1_000_000 }), days: fc.nat(730) }), {
        minLength: 1,
        maxLength: 24,
      }),
      (cents, installments) => {
        const total = (cents / 100).toFixed(2);
        const term = { kind: 'milestones', days: 0, installments };
        const dues = dueInstalments('2026-01-10', term, total, 'DOP');
        if (dues === null) return;
        expect(sum(dues.map(({ amount }) => amount))).toBe(total);
        const days = dues.map(({ due_on }) => due_on);
        expect(days).toEqual([...new Set(days)].toSorted());
        expect((days.at(-1) ?? '') <= dueDate('2026-01-10', term)).toBe(true);
      },
    ),
  );
});
