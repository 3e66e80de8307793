import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { cancellationProposals } from '@pauta/domain/sales/contracts/life/cancellation-proposal.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CancellationAmounts } from './cancellation-amounts.tsx';
import { CancellationCard } from './cancellation-card.tsx';

const meta = {
  title: 'Contratos/Liquidación por cancelación',
  component: CancellationCard,
  tags: ['every-width'],
} satisfies Meta<typeof CancellationCard>;

export default meta;
type Story = StoryObj;

const times = { created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z', row_version: 1 };
const amounts = {
  effective_on: '2026-04-01',
  notice_days: 30,
  missing_notice_days: 0,
  penalty_pct: '10.0000',
  contracted: '1500000.00',
  delivered: '600000.00',
  undelivered: '900000.00',
  billed: '750000.00',
  credit: '150000.00',
  to_bill: '0.00',
  penalty: '90000.00',
};
const proposal = (values: object = {}): AnyRecord =>
  ({ ...times, id: uuid(2), currency_code: 'DOP', status: 'open', ...amounts, ...values }) as AnyRecord;

const card = (one: AnyRecord): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: [one], total: 1, next_cursor: null } }}
      resource={cancellationProposals}
    >
      <CancellationCard contract={{ ...times, id: uuid(1) } as AnyRecord} />
    </StoryHost>
  ),
});

export const ToSettle: Story = card(proposal());

export const ShortNotice: Story = card(
  proposal({ missing_notice_days: 29, penalty_pct: null, penalty: '0.00', status: 'settled' }),
);

export const Previewed: Story = {
  render: () => (
    <CancellationAmounts
      cancellation={{ ...amounts, missing_notice_days: 1, currency: 'DOP', placements: 48, freed_days: 61 }}
    />
  ),
};
