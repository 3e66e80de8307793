import { approvals } from '@pauta/domain/approval/approval.ts';
import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { waitingApproval } from './approval-fixtures.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { Approvals } from './approvals.tsx';
import { decisionRefusal } from './decision-refusal.ts';

const author = waitingApproval(1).requested_by_id.id;

const open = (path = '/aprobaciones') =>
  openScreens(approvals, <Approvals />, {
    path,
    mount: '/aprobaciones/*',
    permissions: ['approvals.view_own'],
    records: [waitingApproval(1)],
  });

test('a row shows the amount, the reasons and the author, and can be approved there', async () => {
  const { user, server } = await open();
  const row = (await screen.findByRole('link', { name: /CRE-2026-000001/ })).closest('tr') as HTMLElement;
  for (const text of [/RD\$250,000\.00/, /Límite de crédito de RD\$500,000\.00/, /Ana Peñaló/]) {
    expect(within(row).getAllByText(text).length).toBeGreaterThan(0);
  }
  await user.click(within(row).getByRole('button', { name: 'Aprobar' }));
  const dialog = await screen.findByRole('dialog', { name: /^Aprobar: CRE-2026-000001/ });
  await user.click(within(dialog).getByRole('button', { name: 'Aprobar' }));
  await waitFor(() =>
    expect(
      server.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/approve'))?.headers[
        'if-match'
      ],
    ).toBe('"1"'),
  );
});

test('a rejection requires a reason before it is sent', async () => {
  const { user, server } = await open();
  await user.click(await screen.findByRole('button', { name: 'Rechazar' }));
  const dialog = await screen.findByRole('dialog', { name: /^Rechazar/ });
  await user.click(within(dialog).getByRole('button', { name: 'Rechazar' }));
  expect(await within(dialog).findByText('Motivo: Este dato es obligatorio.')).toBeTruthy();
  expect(server.asked.some(({ method }) => method === 'POST')).toBe(false);
});

test('the author can only withdraw it', () => {
  const approval = waitingApproval(1);
  expect(decisionRefusal('approve', approval, author)).toBe('La pidió usted: la decide otra persona.');
  expect(decisionRefusal('withdraw', approval, author)).toBeUndefined();
  expect(decisionRefusal('approve', approval, 'otra')).toBeUndefined();
  expect(decisionRefusal('withdraw', approval, 'otra')).toBe('Solo quien la pidió puede retirarla.');
  expect(decisionRefusal('return', approval, 'otra')).toMatch(/apruébela o rechácela/);
});

test('the page of the record shows its pending approval', async () => {
  const approval = waitingApproval(1);
  const { server } = await openScreens(
    approvals,
    <ApprovalPanel
      kind="credit_proposal"
      record={{ ...approval, id: approval.record_id }}
      resource={creditProposals}
    />,
    { permissions: ['approvals.view_own'], records: [approval] },
  );
  expect(await screen.findAllByText('Espera aprobación.')).toHaveLength(1);
  const asked = new URLSearchParams(
    server.asked.find(({ path }) => path.startsWith('/approvals?'))?.path.split('?')[1],
  );
  expect(Object.fromEntries(asked)).toMatchObject({
    'f.status': 'pending',
    'f.kind': 'credit_proposal',
    'f.record_id': `=${approval.record_id}`,
  });
  expect(screen.getByRole('button', { name: 'Aprobar' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver aprobación' }).getAttribute('href')).toBe(
    `/aprobaciones/${approval.id}`,
  );
});
