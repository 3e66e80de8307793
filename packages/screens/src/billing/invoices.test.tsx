import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Invoices } from './invoices.tsx';

const invoice = (values: Partial<AnyRecord>): AnyRecord => ({
  id: uuid(1, 50),
  row_version: 1,
  created_at: '2026-11-23T14:00:00.000Z',
  updated_at: '2026-11-23T14:00:00.000Z',
  archived_at: null,
  concept: 'Publicidad de noviembre',
  doc_kind: 'invoice',
  internal_no: 'FA-2026-000001',
  fiscal_number: 'B0100000001',
  currency_code: 'DOP',
  status: 'issued',
  payment_status: 'open',
  gross: '1000.00',
  net: '1000.00',
  agency_discount: '0.00',
  taxable: '1000.00',
  tax: '180.00',
  total: '1180.00',
  paid: '0.00',
  credited: '0.00',
  balance: '1180.00',
  lines: [],
  ...values,
});

const open = (record: AnyRecord) =>
  openScreens(invoices, <Invoices />, {
    path: `/facturacion/facturacion/${record.id}`,
    mount: '/facturacion/facturacion/*',
    permissions: ['invoices.view_all'],
    records: [record],
  });

/** Style rules that hide something in print. */
const hiddenInPrint = (): CSSStyleRule[] =>
  [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap((rule) =>
      rule instanceof CSSMediaRule && rule.conditionText.includes('print')
        ? [...rule.cssRules].flatMap((inner) =>
            inner instanceof CSSStyleRule && inner.style.display === 'none' ? [inner] : [],
          )
        : [],
    ),
  );

test('an invoice without fiscal value says so, also in print', async () => {
  await open(invoice({ has_fiscal_value: false }));
  const notice = await screen.findByText('SIN VALOR FISCAL.');
  const rules = hiddenInPrint();
  // Other parts of the page are not printed, so the rules are found.
  expect(rules.length).toBeGreaterThan(0);
  for (let part: Element | null = notice; part; part = part.parentElement) {
    const shown = part;
    expect(rules.filter(({ selectorText }) => shown.matches(selectorText))).toEqual([]);
  }
});

test('an invoice with fiscal value has no such notice', async () => {
  await open(invoice({ has_fiscal_value: true }));
  await screen.findByRole('heading', { level: 1, name: 'Publicidad de noviembre' });
  expect(screen.queryByText('SIN VALOR FISCAL.')).toBeNull();
});
