import type { Values } from '@pauta/domain/resource/resource.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { QuoteSummary } from './quote-summary.tsx';

const meta = {
  title: 'Presupuestos/Resumen del formulario',
  component: QuoteSummary,
} satisfies Meta<typeof QuoteSummary>;

export default meta;
type Story = StoryObj;

const values: Values = {
  currency_code: 'DOP',
  budget_amount: '500000.00',
  max_discount_pct: '18.0000',
  taxable: '385000.00',
  lines: [
    {
      id: 'a',
      line_kind: 'airtime',
      list_price: '1500.00',
      agreed_price: null,
      discount_pct: '18.0000',
      quantity: '120.0000',
      net: '147600.00',
    },
  ],
};
const limits = { allowed_discount_pct: '10.0000', allowed_bonus_pct: '5.0000' };

const summary = (changes: Values, tables?: object): Story => ({
  render: () => (
    <StoryHost>
      <QuoteSummary tables={tables} values={{ ...values, ...changes }} />
    </StoryHost>
  ),
});

export const WithinBudget: Story = summary({});

export const OverBudget: Story = summary({ taxable: '512300.00' });

export const NeedsApproval: Story = summary({}, limits);
