import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../../money/arithmetic.ts';
import { type GroupedPart, groupParts } from './group-parts.ts';
import type { InvoiceGrouping } from './invoice-groupings.ts';
import { splitMonths } from './split-months.ts';

const part = (values: Partial<GroupedPart> = {}): GroupedPart => ({
  contract_id: 'k',
  company_id: 'o',
  bill_to: 'client',
  client_id: 'c',
  agency_id: null,
  currency_code: 'DOP',
  credit_term_id: 't',
  commission: '',
  is_barter: false,
  po_number: null,
  lines: 1,
  ...values,
});

describe('groups of contracts', () => {
  test('by payer only what has the same parties, currency, terms and commission shares an invoice', () => {
    const all = [
      part(),
      part({ contract_id: 'b', po_number: 'OC-1' }),
      part({ client_id: 'other' }),
      part({ bill_to: 'agency', agency_id: 'a', commission: 'later_settlement 15' }),
      part({ bill_to: 'agency', agency_id: 'a', commission: 'later_settlement 12' }),
      part({ currency_code: 'USD' }),
      part({ credit_term_id: 'cuotas' }),
      part({ is_barter: true }),
      part({ company_id: 'two' }),
    ];
    expect(groupParts(all, 'payer').map((group) => group.length)).toEqual([2, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('by purchase order also the order is the same; contracts without one are together', () => {
    const orders = ['OC-1', null, ' oc-1 ', 'OC-2', null];
    const groups = groupParts(
      orders.map((po_number, place) => part({ contract_id: String(place), po_number })),
      'purchase_order',
    );
    expect(groups.map((group) => group.map(({ contract_id }) => contract_id))).toEqual([
      ['0', '2'],
      ['1', '4'],
      ['3'],
    ]);
  });

  test('no invoice has more lines than an e-CF allows, and no contract is divided for that', () => {
    const groups = groupParts([part({ lines: 600 }), part({ lines: 600 }), part({ lines: 400 })], 'payer');
    expect(groups.map((group) => group.map(({ lines }) => lines))).toEqual([[600], [600, 400]]);
  });

  test('whatever the grouping, each part is on one invoice', () => {
    const some = fc.record({
      contract_id: fc.constantFrom('k', 'l', 'm'),
      client_id: fc.constantFrom('c', 'd'),
      po_number: fc.constantFrom(null, '', 'OC-1', 'OC-2'),
      lines: fc.integer({ min: 1, max: 700 }),
    });
    fc.assert(
      fc.property(
        fc.array(some),
        fc.constantFrom<InvoiceGrouping>('contract', 'payer', 'purchase_order', 'month'),
        (values, grouping) => {
          const parts = values.map(part);
          const grouped = groupParts(parts, grouping).flat();
          expect(grouped).toHaveLength(parts.length);
          expect(new Set(grouped)).toEqual(new Set(parts));
        },
      ),
    );
  });
});

describe('months', () => {
  const inCents = (count: number): string => (count / 100).toFixed(2);

  test('have what each makes due besides the one before', () => {
    const until = [
      { a: ['10.00', '1.0000'] },
      { a: ['30.00', '3.0000'], b: ['5.00', '1.0000'] },
      { a: ['30.00', '3.0000'], b: ['5.50', '1.1000'] },
    ].map(
      (lines) =>
        new Map(
          Object.entries(lines).map(([id, [net = '', quantity = '']]) => [id, { net, quantity }] as const),
        ),
    );
    expect(splitMonths(until).map((month) => Object.fromEntries(month))).toEqual([
      { a: { net: '10.00', quantity: '1.0000' } },
      { a: { net: '20.00', quantity: '2.0000' }, b: { net: '5.00', quantity: '1.0000' } },
      { b: { net: '0.50', quantity: '0.1000' } },
    ]);
  });

  test('add up to all that is due, without a negative part, also where rounding takes a cent back', () => {
    const amounts = fc.array(
      fc.record({ net: fc.nat(5000).map(inCents), quantity: fc.nat(90).map((count) => `${count}.0000`) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(amounts, (all) => {
        const months = splitMonths(all.map((amount) => new Map([['a', amount]])));
        const parts = months.flatMap((month) => month.get('a') ?? []);
        expect(sum(parts.map(({ net }) => net))).toBe(all.at(-1)?.net);
        expect(parts.every(({ net, quantity }) => Number(net) > 0 && Number(quantity) >= 0)).toBe(true);
        if (parts.length > 0)
          expect(Number(sum(parts.map(({ quantity }) => quantity)))).toBe(Number(all.at(-1)?.quantity));
      }),
    );
  });
});
