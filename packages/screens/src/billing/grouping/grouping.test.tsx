// @vitest-environment happy-dom
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { PreparedInvoice } from '@pauta/domain/billing/invoices/prepared-invoice.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { PrepareDialog } from '../prepare-dialog.tsx';
import * as stories from './grouping.stories.tsx';

const show = (element: React.ReactElement): HTMLElement => {
  const { container, unmount } = render(element);
  onTestFinished(unmount);
  return container;
};
const story = ({ render: make }: { readonly render?: unknown }) => show((make as () => React.ReactElement)());

test('an invoice lists its contracts with their subtotals, and links to those that the reader may see', async () => {
  const container = story(stories.Several);
  const table = await screen.findByRole('region', { name: 'Lo que se factura de cada contrato' });
  const link = within(table).getByRole('link', { name: 'CT-2026-00001 · Campaña de Navidad' });
  expect(link.getAttribute('href')).toContain(uuid(1));
  expect(within(table).queryByRole('link', { name: /CT-2026-00002/ })).toBeNull();
  const row = within(table).getByRole('row', { name: /CT-2026-00002/ });
  expect(row.textContent).toContain('1,180.00');
  expect(within(table).getByRole('row', { name: /Sin contrato/ })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('an invoice without contracts says so', async () => {
  story(stories.WithoutContract);
  expect(await screen.findByText('Esta factura no factura ningún contrato.')).toBeTruthy();
});

const draft = (contracts: PreparedInvoice['contracts']): PreparedInvoice => ({
  contracts,
  bill_to: 'client',
  client_id: uuid(3),
  payer: 'Cervecería Nacional',
  month: null,
  po_number: null,
  currency: 'DOP',
  lines: contracts.length,
  taxable: '1000.00',
  tax: '180.00',
  total: '1180.00',
});

test('choosing another grouping shows the invoices as they will be', async () => {
  const first = { id: uuid(1), title: 'CT-2026-00001 · Navidad', net: '600.00' };
  const second = { id: uuid(2), title: 'CT-2026-00002 · Radio', net: '400.00' };
  const answer = (drafts: readonly PreparedInvoice[]) => ({
    status: 200,
    body: { data: { invoices: drafts, blocked: [] } },
  });
  const dialog = <PrepareDialog ids={[uuid(1), uuid(2)]} onClose={() => {}} onDone={() => {}} />;
  const { server, user, baseElement } = await openScreens(invoices, dialog, {
    permissions: ['invoices.create'],
    before: (contract) =>
      contract.once('POST', '/invoices/prepare/preview', answer([draft([first]), draft([second])])),
  });
  expect(await screen.findByText('CT-2026-00001 · Navidad · Cervecería Nacional')).toBeTruthy();
  server.once('POST', '/invoices/prepare/preview', answer([draft([first, second])]));
  await user.click(screen.getByRole('button', { name: /Agrupación/ }));
  await user.click(await screen.findByRole('option', { name: 'Una por pagador' }));
  expect(await screen.findByText('2 contratos · Cervecería Nacional')).toBeTruthy();
  expect(screen.getByText(/^CT-2026-00002 · Radio: neto /).textContent).toContain('400.00');
  expect(server.asked.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body)).toMatchObject([
    { grouping: 'contract' },
    { grouping: 'payer' },
  ]);
  expect((await axe.run(within(baseElement).getByRole('dialog'))).violations).toEqual([]);
});
