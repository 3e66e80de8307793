import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Receivables, type Workbench } from './receivables.tsx';

const nothing = {
  disputed: '0.00',
  current: '0.00',
  d30: '0.00',
  d60: '0.00',
  d90: '0.00',
  d120: '0.00',
  older: '0.00',
};

const workbench: Workbench = {
  today: '2026-11-23',
  currency: 'DOP',
  figures: [
    {
      currency: 'DOP',
      open: '1180.00',
      overdue: '0.00',
      advances: '140.00',
      invoiced: '1475.00',
      credited: '295.00',
      collected: '100.00',
      dso: '30',
    },
  ],
  accounts: [{ ...nothing, id: uuid(1), name: 'Óptica Ñandú', current: '1000.00', total: '1000.00' }],
  total: { ...nothing, current: '1180.00', total: '1180.00' },
  is_cut: true,
};

const open = (data: Workbench) =>
  openScreens(invoices, <Receivables />, {
    permissions: ['invoices.view_all'],
    before: (server) => {
      server.once('GET', '/billing/workbench', { status: 200, body: { data } });
      server.once('GET', '/billing/due', { status: 200, body: { data: { contracts: [], is_cut: false } } });
    },
  });

/** Filters of the list that a card opens. */
const listOf = (card: HTMLElement): Record<string, string> =>
  Object.fromEntries(new URL(card.getAttribute('href') ?? '', 'http://x').searchParams);

test('a card shows what its list sums', async () => {
  await open(workbench);
  const invoiced = await screen.findByRole('link', { name: /Facturado este mes/ });
  expect(within(invoiced).getByText('RD$1,475.00')).toBeTruthy();
  expect(within(invoiced).getByText('Además, RD$295.00 en notas de crédito')).toBeTruthy();
  expect(listOf(invoiced)).toMatchObject({ 'f.status': 'issued', 'f.doc_kind': 'invoice,debit_note' });
  const collected = screen.getByRole('link', { name: /Cobrado este mes/ });
  expect(listOf(collected)['f.method']).toBe('transfer,cheque,cash,card,deposit');
});

test('the total of the table includes accounts that are not listed', async () => {
  await open(workbench);
  const table = await screen.findByRole('table');
  const [total] = within(table).getAllByRole('row').slice(-1);
  expect(total?.textContent).toContain('1,180.00');
});

test('figures of payments are hidden from a reader who may not see payments', async () => {
  const figures = workbench.figures.map((one) => ({ ...one, advances: null, collected: null }));
  await open({ ...workbench, figures });
  await screen.findByRole('link', { name: /Facturado este mes/ });
  for (const name of [/Cobrado este mes/, /Anticipos sin aplicar/, /^Cobros$/])
    expect(screen.queryByRole('link', { name })).toBeNull();
});
