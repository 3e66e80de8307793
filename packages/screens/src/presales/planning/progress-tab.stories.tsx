import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import type { GoalProgress } from '@pauta/domain/presales/planning/goals/goal-progress.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ProgressTab } from './progress-tab.tsx';

const meta = { title: 'Presupuestos y metas/Ritmo' } satisfies Meta;

export default meta;
type Story = StoryObj;

const goal = {
  id: uuid(1),
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  row_version: 1,
  fiscal_year: 2026,
  user_id: { id: uuid(2), label: 'Ana Méndez' },
  metric: 'signed_sales',
  currency_code: 'DOP',
  ...Object.fromEntries(monthNames.map((name) => [name, '1000.00'])),
  total: '12000.00',
} as AnyRecord;

const progress: GoalProgress = {
  today: '2026-11-20',
  spans: [
    {
      name: 'month',
      starts: '2026-11-01',
      ends: '2026-11-30',
      target: '1000.00',
      reached: '860.00',
      expected: '650.00',
      missing: '140.00',
      days_left: 7,
      per_day: '20.00',
      projected: '1323.08',
    },
    {
      name: 'year',
      starts: '2026-01-01',
      ends: '2026-12-31',
      target: '12000.00',
      reached: '8000.00',
      expected: '10650.00',
      missing: '4000.00',
      days_left: 29,
      per_day: '137.93',
      projected: '9009.00',
    },
  ],
  rank: { place: 2, of: 9 },
  score: { score: '71.4', weight: '100.0000', goals: 2 },
  mix: [
    { sale: 'direct', amount: '6000.00', contracts: 3 },
    { sale: 'agency', amount: '2000.00', contracts: 1 },
  ],
};

const plan = { base: 'net', accrual: 'payment', default_pct: '5', tiers: [] };
const outlook = {
  sellers: [{ id: uuid(2), name: 'Ana Méndez' }],
  seller_id: uuid(2),
  plans: [
    { ...plan, sale: 'direct', name: 'Venta directa' },
    { ...plan, sale: 'agency', name: 'Venta con agencia', default_pct: '3' },
  ],
  sales: [],
};

const answer = (data: GoalProgress) => (path: string) => ({
  status: 200,
  body: { data: path.includes('/outlook') ? outlook : data },
});

export const SignedSales: Story = {
  render: () => (
    <StoryHost always={answer(progress)} permissions={[agencyCommissions.permissions.viewAll ?? '']}>
      <ProgressTab goal={goal} />
    </StoryHost>
  ),
};

export const Visits: Story = {
  render: () => (
    <StoryHost
      always={answer({
        ...progress,
        spans: progress.spans.map((span) => ({
          ...span,
          missing: '0.00',
          reached: span.target,
          days_left: 1,
        })),
        rank: { place: 1, of: 1 },
        score: null,
        mix: [],
      })}
    >
      <ProgressTab goal={{ ...goal, metric: 'visits' } as AnyRecord} />
    </StoryHost>
  ),
};

export const WithoutPermission: Story = {
  render: () => (
    <StoryHost always={answer({ ...progress, spans: [], rank: null, score: null, mix: [] })}>
      <ProgressTab goal={goal} />
    </StoryHost>
  ),
};
