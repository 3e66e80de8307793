import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ActualsTab } from './actuals-tab.tsx';

const meta = {
  title: 'Presupuestos y metas/Cumplimiento',
} satisfies Meta;

export default meta;
type Story = StoryObj;

const id = '00000000-0000-4000-8000-000000000001';
const plan = {
  id,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  row_version: 1,
  fiscal_year: 2025,
  currency_code: 'DOP',
  ...Object.fromEntries(monthNames.map((name) => [name, '1000.00'])),
  total: '12000.00',
  lines: [
    { id: 'a', description: 'Radio', m01: '1000.00' },
    { id: 'b', description: 'Digital', m02: '500.00' },
  ],
} as AnyRecord;
const months = monthNames.map((_, at) => (at < 6 ? '800.00' : '1250.00'));
const measures = ['booked', 'billed', 'collected'].map((name) => ({ name, months, total: '12300.00' }));

export const Budget: Story = {
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: { measures, lines: [{ id: 'a', months, total: '12300.00' }] } } }}
    >
      <ActualsTab plan={plan} resource={salesBudgets} />
    </StoryHost>
  ),
};

export const WithoutPermission: Story = {
  render: () => (
    <StoryHost always={{ status: 200, body: { data: { measures: [], lines: [] } } }}>
      <ActualsTab plan={plan} resource={salesBudgets} />
    </StoryHost>
  ),
};
