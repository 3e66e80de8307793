import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { DistributionDialog, ShareTable } from './distribution-dialog.tsx';
import { RefreshPlan } from './refresh-plan.tsx';
import { TargetFunnel } from './target-funnel.tsx';

const meta = { title: 'CRM/Target List', component: TargetFunnel } satisfies Meta<typeof TargetFunnel>;

export default meta;
type Story = StoryObj;

const permissions = ['target_lists.view_all', 'target_lists.distribute', 'users.view_all'];
const list: AnyRecord = {
  id: uuid(1),
  row_version: 1,
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-01T10:00:00Z',
  name: 'Inactivos de primavera',
  kind: 'dynamic',
  status: 'active',
  accounts: 120,
  contacted: 78,
  meetings: 40,
  proposals: 22,
  won: 9,
  discarded: 6,
  unassigned: 12,
  won_amount: '1250000.50',
  goal_amount: '2500000.00',
  goal_accounts: 20,
  currency_code: 'DOP',
};
const shares = {
  accounts: 12,
  sellers: [
    { id: uuid(2), name: 'Ana Peñaló', before: 8, after: 14, elsewhere: 3 },
    { id: uuid(3), name: 'Beto Núñez', before: 10, after: 16, elsewhere: 21 },
    { id: uuid(4), name: 'Caro Ávila', before: 4, after: 4, elsewhere: 0 },
  ],
};
const nothing = (): void => {};

export const Funnel: Story = { render: () => <TargetFunnel list={list} /> };

export const EmptyFunnel: Story = {
  render: () => (
    <TargetFunnel
      list={{
        ...list,
        accounts: 0,
        contacted: 0,
        meetings: 0,
        proposals: 0,
        won: 0,
        discarded: 0,
        unassigned: 0,
        won_amount: '0.00',
        goal_amount: null,
        goal_accounts: null,
      }}
    />
  ),
};

export const Distribution: Story = {
  render: () => (
    <StoryHost permissions={permissions}>
      <DistributionDialog record={list} onClose={nothing} />
    </StoryHost>
  ),
};

export const Shares: Story = { render: () => <ShareTable {...shares} /> };

export const Refresh: Story = {
  render: () => (
    <RefreshPlan
      onGo={nothing}
      plan={{
        entering: 12,
        entering_named: ['Óptica Ñandú', 'Colmado Real', 'Banco del Este'].map((title, index) => ({
          id: uuid(10 + index),
          title,
        })),
        leaving: 1,
        leaving_named: [{ id: uuid(20), title: 'Ferretería Ozama' }],
        kept: 2,
        removed: 1,
        blocked: [
          {
            id: uuid(30),
            title: 'Seguros Caribe',
            reason:
              'Está en la lista activa «Recuperación 2026», de Ana Peñaló, con el mismo propósito y en el mismo periodo.',
          },
        ],
        blocked_total: 1,
      }}
    />
  ),
};
