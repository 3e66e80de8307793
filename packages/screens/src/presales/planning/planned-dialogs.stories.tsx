import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { ProratedMonths } from './plan-displays.tsx';
import { CopyYearDialog, GenerateDialog, SendGapDialog } from './planned-dialogs.tsx';

const meta = { title: 'Presupuestos y metas/Órdenes' } satisfies Meta;

export default meta;
type Story = StoryObj;

const close = (): undefined => undefined;

const hosted = (resource: Resource, plan: object, content: ReactElement) => () => (
  <StoryHost
    always={(path) =>
      path.startsWith(`/${resource.path}/`) ? { status: 200, body: { data: plan } } : undefined
    }
    permissions={['rep_goals.create', 'client_budgets.create', 'target_list_members.create']}
    resource={resource}
  >
    {content}
  </StoryHost>
);

export const CopyYear: Story = {
  render: hosted(
    repGoals,
    { goals: 12, existing: 3, inactive: 1, totals: [{ currency: 'DOP', amount: '1320.00' }] },
    <CopyYearDialog onClose={close} />,
  ),
};

export const NothingToCopy: Story = {
  render: hosted(
    repGoals,
    { goals: 0, existing: 1, inactive: 0, totals: [] },
    <CopyYearDialog onClose={close} />,
  ),
};

export const Generate: Story = {
  render: hosted(
    clientBudgets,
    {
      budgets: 2,
      existing: 1,
      totals: [{ currency: 'DOP', amount: '900.00' }],
      examples: [
        { client: 'Ferretería Ñandú', currency: 'DOP', amount: '600.00' },
        { client: 'Farmacia del Pueblo', currency: 'DOP', amount: '300.00' },
      ],
    },
    <GenerateDialog onClose={close} />,
  ),
};

export const SendGap: Story = {
  render: hosted(
    clientBudgets,
    {
      joining: 2,
      already: 1,
      other_currency: 1,
      without_gap: 0,
      total: { currency: 'DOP', amount: '800.00' },
      blocked: [{ id: uuid(3), title: 'Colmado Juan', reason: 'Está en otra lista activa.' }],
      blocked_total: 1,
    },
    <SendGapDialog onClose={close} selection={{ kind: 'ids', ids: [uuid(1), uuid(2)] }} />,
  ),
};

export const Prorated: Story = {
  render: () => (
    <ProratedMonths
      frozen={1}
      months={[
        { month: 'm02', before: '1000.00', after: '0.00' },
        { month: 'm03', before: '1000.00', after: '545.45' },
      ]}
      total="9545.45"
    />
  ),
};
