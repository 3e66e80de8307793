import type { Summary } from '@pauta/domain/resource/query/summary.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { opportunityMoves } from '@pauta/domain/sales/opportunities/opportunity-move.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { pageOf } from '../opportunities/opportunity-fixtures.ts';
import { PipelineChanges } from './pipeline-changes.tsx';

const meta = {
  title: 'Oportunidades/Qué cambió',
  component: PipelineChanges,
  tags: ['every-width'],
} satisfies Meta<typeof PipelineChanges>;

export default meta;
type Story = StoryObj;

const change = (place: number, values: object): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    created_at: '2026-11-24T14:00:00Z',
    updated_at: '2026-11-24T14:00:00Z',
    opportunity_id: { id: uuid(11), label: 'Campaña de aniversario' },
    days: '6.5',
    expected_amount: '450000.00',
    currency_code: 'DOP',
    moved_at: '2026-11-24T14:00:00Z',
    moved_by_id: { id: uuid(91), label: 'Ana Peñaló' },
    ...values,
  }) as unknown as AnyRecord;

const changes = [
  change(21, { label: 'De Prospecto a Negociación', kind: 'advanced', pipeline_change: '0.00' }),
  change(22, { label: 'De Negociación a Ganada', kind: 'won', pipeline_change: '-450000.00' }),
];

const peso = (value: string) => [{ currency: 'DOP', value }];
const summary: Summary = {
  count: 2,
  totals: {},
  amounts: { expected_amount: peso('900000.00'), pipeline_change: peso('-450000.00') },
  groups: [
    {
      value: 'advanced',
      label: 'Avanzó',
      count: 1,
      totals: {},
      amounts: { expected_amount: peso('450000.00'), pipeline_change: peso('0.00') },
    },
    {
      value: 'won',
      label: 'Ganada',
      count: 1,
      totals: {},
      amounts: { expected_amount: peso('450000.00'), pipeline_change: peso('-450000.00') },
    },
  ],
};

const since = (rows: readonly AnyRecord[], sums: Summary): Story => ({
  render: () => (
    <StoryHost
      always={(path) => {
        if (path.startsWith('/opportunity-moves/summary')) return { status: 200, body: { data: sums } };
        return pageOf(path.startsWith('/opportunity-moves') ? rows : []);
      }}
      mount="/ventas/pipeline/cambios"
      path="/ventas/pipeline/cambios"
      permissions={Object.values(opportunityMoves.permissions)}
      resource={opportunityMoves}
    >
      <PipelineChanges />
    </StoryHost>
  ),
});

export const SinceMonday: Story = { name: 'Desde el lunes', ...since(changes, summary) };

export const Nothing: Story = {
  name: 'Nada cambió',
  ...since([], { count: 0, totals: {}, amounts: {}, groups: [] }),
};
