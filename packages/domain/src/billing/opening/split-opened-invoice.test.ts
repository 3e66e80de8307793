import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { splitOpenedInvoice } from './split-opened-invoice.ts';

const rates = ['18.0000', '16.0000'];

test('the open part of an invoice has its part of the tax', () => {
  expect(splitOpenedInvoice({ total: '118.00', tax: '18.00', balance: '59.00' }, rates)).toEqual([
    { net: '50.00', tax: '9.00', pct: '18.0000' },
  ]);
  expect(splitOpenedInvoice({ total: '116.00', tax: '16.00', balance: '116.00' }, rates)).toEqual([
    { net: '100.00', tax: '16.00', pct: '16.0000' },
  ]);
  expect(splitOpenedInvoice({ total: '100.00', tax: '0', balance: '40.00' }, rates)).toEqual([
    { net: '40.00', tax: '0.00', pct: '0.0000' },
  ]);
});

test('an invoice with exempt lines has two parts, and one with more tax than a rate gives none', () => {
  expect(splitOpenedInvoice({ total: '1218.00', tax: '18.00', balance: '1218.00' }, rates)).toEqual([
    { net: '100.00', tax: '18.00', pct: '18.0000' },
    { net: '1100.00', tax: '0.00', pct: '0.0000' },
  ]);
  expect(splitOpenedInvoice({ total: '130.00', tax: '30.00', balance: '130.00' }, rates)).toBeNull();
});

test('the parts of any open amount add up to it, and none is below zero', () => {
  const cents = (amount: number): string => (amount / 100).toFixed(2);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.constantFrom(18, 16, 0),
      fc.double({ min: 0.0001, max: 1, noNaN: true }),
      (taxed, exempt, rate, part) => {
        const tax = Math.round((taxed * rate) / 100);
        const total = taxed + exempt + tax;
        const balance = cents(Math.max(1, Math.floor(total * part)));
        const parts = splitOpenedInvoice({ total: cents(total), tax: cents(tax), balance }, rates);
        expect(parts).not.toBeNull();
        expect(sum((parts ?? []).flatMap(({ net, tax: own }) => [net, own]))).toBe(balance);
        for (const { net, tax: own } of parts ?? [])
          expect([compareDecimals(net, '0') >= 0, compareDecimals(own, '0') >= 0]).toEqual([true, true]);
      },
    ),
    { numRuns: 300 },
  );
});
