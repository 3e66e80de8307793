import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { Reconciliation as Sides } from '@pauta/domain/presales/reconciliation.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Reconciliation } from './reconciliation.tsx';

const meta = { title: 'Presupuestos y metas/Conciliación' } satisfies Meta;

export default meta;
type Story = StoryObj;

const side = (month: string, total: string, records: number) => ({
  months: Array<string>(12).fill(month),
  total,
  records,
});
const company = { id: uuid(9), label: 'Antena Uno' };

const sides: Sides = {
  company,
  companies: [company, { id: uuid(10), label: 'Antena Dos' }],
  year: 2026,
  currency: 'DOP',
  budget: { id: uuid(5), label: 'Plan 2026', ...side('1000.00', '12000.00', 3) },
  clients: side('900.00', '10800.00', 14),
  goals: side('1100.00', '13200.00', 2),
  signed: side('500.00', '6000.00', 7),
  divisions: [
    { id: uuid(6), label: 'Radio', budget: '12000.00', goals: '0.00', signed: '5000.00' },
    { id: null, label: 'Sin división', budget: '0.00', goals: '0.00', signed: '1000.00' },
  ],
  platforms: [{ id: uuid(7), label: 'FM', budget: '12000.00', goals: '300.00', signed: '6000.00' }],
  sellers: [
    { id: uuid(1), label: 'Ana Méndez', clients: '800.00', goal: '1000.00', signed: '1200.00' },
    { id: uuid(2), label: 'Beto Núñez', clients: '100.00', goal: '100.00', signed: '40.00' },
  ],
};

const show = (data: Sides) => () => (
  <StoryHost
    always={(path) =>
      path.startsWith('/sales-budgets/reconciliation') ? { status: 200, body: { data } } : undefined
    }
    permissions={[salesBudgets.permissions.viewAll ?? '']}
  >
    <Reconciliation />
  </StoryHost>
);

export const Complete: Story = { render: show(sides) };

export const WithoutBudget: Story = {
  render: show({
    ...sides,
    companies: [company],
    budget: null,
    clients: null,
    goals: null,
    signed: null,
    divisions: [],
    platforms: [],
    sellers: [],
  }),
};
