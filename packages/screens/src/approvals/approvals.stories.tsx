import { approvals } from '@pauta/domain/approval/approval.ts';
import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement, ReactNode } from 'react';
import { waitingApproval } from './approval-fixtures.ts';
import { ApprovalPanel } from './approval-panel.tsx';
import { Approvals } from './approvals.tsx';

const meta = { title: 'Pantallas/Aprobaciones', component: Approvals } satisfies Meta<typeof Approvals>;

export default meta;
type Story = StoryObj;

const records = [
  waitingApproval(1),
  waitingApproval(2, { effect: '-120000.00', title: 'CRE-2026-000002 · Café Alba' }),
  waitingApproval(3, {
    status: 'rejected',
    comment: 'Tiene facturas con más de 60 días.',
    decided_at: '2026-02-03T15:00:00Z',
    decided_by_id: { id: '01890a5d-ac96-774b-bcce-b302099a8903', label: 'Bruno Díaz', code: null },
  }),
];

const host = (children: ReactNode, path = '/aprobaciones', shown = records): ReactElement => (
  <StoryHost
    mount="/aprobaciones/*"
    path={path}
    permissions={['approvals.view_own']}
    records={shown}
    resource={approvals}
  >
    {children}
  </StoryHost>
);

export const Inbox: Story = { name: 'Bandeja', render: () => host(<Approvals />) };
export const Empty: Story = { name: 'Bandeja vacía', render: () => host(<Approvals />, '/aprobaciones', []) };
export const One: Story = {
  name: 'Una aprobación',
  render: () => host(<Approvals />, `/aprobaciones/${records[0]?.id}`),
};
export const Panel: Story = {
  name: 'En la página de su registro',
  render: () =>
    host(
      <ApprovalPanel
        kind="credit_proposal"
        record={{ ...waitingApproval(1), id: waitingApproval(1).record_id }}
        resource={creditProposals}
      />,
    ),
};
