import { creditProposals } from '@pauta/domain/crm/clients/credit-proposal.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement, ReactNode } from 'react';
import { creditTab } from './credit-tab.tsx';
import { PendingCredit } from './pending-credit.tsx';
import { ProposeCredit } from './propose-credit.tsx';

const meta = { title: 'Pantallas/Crédito', component: PendingCredit } satisfies Meta<typeof PendingCredit>;

export default meta;
type Story = StoryObj;

const seller = ['clients.view_all', 'clients.propose_credit'];
const finance = ['clients.view_all', 'clients.credit_limit'];

const account = {
  id: '01890a5d-ac96-774b-bcce-b302099a8001',
  row_version: 1,
  created_at: '2026-01-02T12:00:00Z',
  updated_at: '2026-01-02T12:00:00Z',
  trade_name: 'Distribuidora Corripio',
  currency_code: 'DOP',
};

const proposal = (place: number, values: object) => ({
  ...account,
  id: `01890a5d-ac96-774b-bcce-b302099a81${String(place).padStart(2, '0')}`,
  folio: `PC-00000${place}`,
  client_id: { id: account.id, label: account.trade_name, code: 'CLI-0001' },
  agency_id: null,
  current_limit: '500000.00',
  current_currency_code: 'DOP',
  proposed_limit: '750000.00',
  reason: 'Paga a tiempo desde hace un año y duplicará su inversión.',
  status: 'pending',
  proposed_by_id: { id: '01890a5d-ac96-774b-bcce-b302099a8902', label: 'Ana Peñaló', code: null },
  decided_by_id: null,
  decided_at: null,
  decision_reason: null,
  ...values,
});

const proposals = [
  proposal(1, {}),
  proposal(2, {
    status: 'rejected',
    proposed_limit: '2000000.00',
    decided_by_id: { id: '01890a5d-ac96-774b-bcce-b302099a8903', label: 'Bruno Díaz', code: null },
    decided_at: '2026-02-03T15:00:00Z',
    decision_reason: 'Tiene facturas con más de 60 días.',
  }),
];

const host = (
  children: ReactNode,
  permissions: readonly string[],
  records: typeof proposals = proposals,
): ReactElement => (
  <StoryHost permissions={permissions} records={records} resource={creditProposals}>
    {children}
  </StoryHost>
);

const pending = <PendingCredit by="client_id" of={account} />;
const tab = creditTab('client_id').content(account);

export const ToDecide: Story = { name: 'Por decidir', render: () => host(pending, finance) };
export const Waiting: Story = { name: 'Quien propuso espera', render: () => host(pending, seller) };
export const Ask: Story = {
  name: 'Proponer otro límite',
  render: () => host(<ProposeCredit by="client_id" of={account} />, seller),
};
export const Proposals: Story = { name: 'Propuestas de una cuenta', render: () => host(tab, finance) };
export const None: Story = { name: 'Nadie ha propuesto nada', render: () => host(tab, finance, []) };
