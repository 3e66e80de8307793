import type { QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { someLedger, someQuota } from './quota-ledger-fixtures.ts';
import { QuotaLedgerView } from './quota-ledger-view.tsx';

const meta = {
  title: 'Postventa/Cupo por periodo',
  component: QuotaLedgerView,
  tags: ['every-width'],
} satisfies Meta<typeof QuotaLedgerView>;

export default meta;
type Story = StoryObj;

const of = (ledger: QuotaLedger): Story => ({
  render: () => (
    <StoryHost always={() => ({ status: 200, body: { data: ledger } })}>
      <QuotaLedgerView quota={someQuota} />
    </StoryHost>
  ),
});

export const GoesOn: Story = of(someLedger);

export const Lost: Story = of({ ...someLedger, goes_on: false });

export const Nothing: Story = of({ ...someLedger, former: 0, periods: [] });
