import type { Summary } from '@pauta/domain/resource/query/summary.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import type { PipelineCard } from '@pauta/domain/sales/pipeline/board-card.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { pageOf, stages } from '../opportunities/opportunity-fixtures.ts';
import { PipelineBoard } from './pipeline-board.tsx';

const meta = {
  title: 'Oportunidades/Pipeline',
  component: PipelineBoard,
  tags: ['every-width'],
} satisfies Meta<typeof PipelineBoard>;

export default meta;
type Story = StoryObj;

const card = (place: number, stage: number, changes: Partial<PipelineCard> = {}): PipelineCard => ({
  row_version: 1,
  id: uuid(place + 10),
  name: `Campaña de aniversario ${place}`,
  client: 'Óptica Ñandú',
  owner_id: uuid(91),
  owner: 'Ana Peñaló',
  stage_id: uuid(stage),
  platforms: place % 2 ? ['Radio'] : [],
  flight_month: place % 2 ? '2100-07' : null,
  share_pct: '50.0000',
  expected_amount: '450000.00',
  currency_code: 'DOP',
  expected_close_date: '2100-06-30',
  stale_on: '2100-06-30',
  next_activity_at: '2100-06-01T14:00:00Z',
  ...changes,
});

const found = [
  card(1, 1, { next_activity_at: null }),
  card(2, 1, { expected_close_date: '2026-01-31' }),
  card(3, 2, { stale_on: '2026-01-31' }),
  card(4, 2, { currency_code: 'USD', expected_amount: '9000.00' }),
];

const peso = (value: string) => [{ currency: 'DOP', value }];
const summary: Summary = {
  count: 16,
  totals: {
    expected_amount: 'RD$7,200,000.00 · US$9,000.00',
    weighted_amount: 'RD$1,800,000.00 · US$4,500.00',
  },
  amounts: {},
  groups: [
    {
      value: uuid(1),
      label: 'Prospecto',
      count: 14,
      totals: {},
      amounts: { expected_amount: peso('6300000.00'), weighted_amount: peso('630000.00') },
    },
    {
      value: uuid(2),
      label: 'Propuesta enviada',
      count: 2,
      totals: {},
      amounts: {
        expected_amount: [...peso('900000.00'), { currency: 'USD', value: '9000.00' }],
        weighted_amount: [...peso('450000.00'), { currency: 'USD', value: '4500.00' }],
      },
    },
  ],
};

const board = (cards: readonly PipelineCard[], sums: Summary, search = ''): Story => ({
  render: () => (
    <StoryHost
      always={(path) => {
        if (path.startsWith('/closing-probabilities')) return pageOf(stages);
        if (path.startsWith('/opportunities/summary')) return { status: 200, body: { data: sums } };
        if (path.startsWith('/opportunities/board'))
          return { status: 200, body: { data: { cards, is_cut: false } } };
        return pageOf([]);
      }}
      mount="/ventas/pipeline"
      path={`/ventas/pipeline${search}`}
      permissions={Object.values(opportunities.permissions)}
      resource={opportunities}
    >
      <PipelineBoard />
    </StoryHost>
  ),
});

export const SomeInEachStage: Story = board(found, summary);

export const GroupedByMonth: Story = board(found, summary, '?tarjetas=mes');

export const Empty: Story = board([], { count: 0, totals: {}, amounts: {}, groups: [] });

export const WithoutPermission: Story = {
  render: () => (
    <StoryHost mount="/ventas/pipeline" path="/ventas/pipeline" permissions={[]} resource={opportunities}>
      <PipelineBoard />
    </StoryHost>
  ),
};
