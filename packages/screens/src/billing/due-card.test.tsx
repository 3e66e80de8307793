import type { DueContract } from '@pauta/domain/billing/invoices/due-contract.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { BillingReason } from '@pauta/domain/billing/runs/billing-reasons.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DueCard } from './due-card.tsx';

const onHold: BillingReason = {
  code: 'credit_on_hold',
  blocks: 'nothing',
  text: 'El crédito de quien paga está retenido.',
  who: 'Cobros',
};

const contract = (place: number, values: Partial<DueContract>): DueContract => ({
  id: uuid(place),
  number: `CT-2026-0000${place}`,
  name: 'Campaña',
  client: 'Óptica Ñandú',
  payer: 'Óptica Ñandú',
  billing_plan: 'by_consumption',
  currency: 'DOP',
  po_number: 'OC-77',
  lines: 1,
  due: '1000.00',
  unproved: '0.00',
  drafted: '0.00',
  instalment: null,
  planned: '1000.00',
  reasons: [],
  ...values,
});

test('the queue is filtered by what keeps a contract from being billed', async () => {
  await openScreens(invoices, <DueCard />, {
    permissions: ['invoices.view_all'],
    before: (server) => {
      server.once('GET', '/billing/due', {
        status: 200,
        body: {
          data: { contracts: [contract(1, {}), contract(2, { reasons: [onHold] })], is_cut: false },
        },
      });
    },
  });
  await screen.findByRole('link', { name: /CT-2026-00001/ });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /Motivo/ }));
  await user.click(await screen.findByRole('option', { name: 'Crédito retenido' }));
  expect(await screen.findByRole('link', { name: /CT-2026-00002/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /CT-2026-00001/ })).toBeNull();
});
