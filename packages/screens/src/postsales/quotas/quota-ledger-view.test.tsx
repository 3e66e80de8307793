// @vitest-environment happy-dom
import type { QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { someLedger, someQuota } from './quota-ledger-fixtures.ts';
import { QuotaLedgerView } from './quota-ledger-view.tsx';

const open = (ledger: QuotaLedger): HTMLElement => {
  const host = createHost(<QuotaLedgerView quota={someQuota} />, {
    baseUrl: 'http://pauta.example/api',
    fetch: async () =>
      new Response(JSON.stringify({ data: ledger }), { headers: { 'Content-Type': 'application/json' } }),
    permissions: ['placements.view_all'],
    path: '/postventa/gestion-cupos',
    mount: '/postventa/gestion-cupos',
  });
  const view = render(<host.Host />);
  onTestFinished(() => view.unmount());
  return view.container;
};

test('the periods sum up to the quota, and what goes on is said on both sides', async () => {
  const container = open(someLedger);
  const november = await screen.findByRole('row', { name: /^noviembre de 2026/ });
  expect(within(november).getByText('Pasan 3 a diciembre de 2026')).toBeDefined();
  expect(screen.getByText('Pasa de noviembre de 2026: 3')).toBeDefined();
  const total = screen.getByRole('row', { name: /^Total/ });
  expect(
    within(total)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['66', '0', '55', '41', '2', '2', '25']);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('what is lost is said with what to do next', async () => {
  const container = open({ ...someLedger, goes_on: false });
  await screen.findByText(
    'Se perdieron 3 unidades de noviembre de 2026. Regístrelas como no emitidas para compensarlas o acreditarlas.',
  );
  expect(screen.getByText('Se perdieron 3')).toBeDefined();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a quota without units says so', async () => {
  open({ ...someLedger, former: 0, periods: [] });
  await screen.findByText('Nada contratado');
});
