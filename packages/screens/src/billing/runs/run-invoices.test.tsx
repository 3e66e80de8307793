import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RunInvoices } from './run-invoices.tsx';

const run = uuid(90);

const draft = (count: number) => ({
  id: uuid(count),
  row_version: 1,
  created_at: '2026-11-23T12:00:00Z',
  updated_at: '2026-11-23T12:00:00Z',
  archived_at: null,
  concept: `CT-2026-0000${count} · Campaña`,
  billing_run_id: { id: run, label: 'CF-2026-00001', code: null },
  status: 'draft',
  currency_code: 'DOP',
  total: '1180.00',
});

test('the drafts of a run are chosen together by keyboard', async () => {
  await openScreens(invoices, <RunInvoices id={run} />, {
    permissions: ['invoices.view_all', 'invoices.update_all', 'invoices.run'],
    records: [draft(1), draft(2)],
  });
  const all = await screen.findByRole('checkbox', { name: /todas|todos|página/i });
  all.focus();
  await userEvent.keyboard(' ');
  const bar = await screen.findByLabelText('Selección de facturas');
  expect(within(bar).getByRole('status').textContent).toMatch(/^2 /);
});
