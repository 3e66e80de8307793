import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { Consumption } from '@pauta/domain/sales/contracts/sold/consumption.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ConsumptionTab } from './consumption-tab.tsx';
import { courtesy, running, soldContract } from './sold-fixtures.ts';

const meta = {
  title: 'Contratos/Consumo',
  component: ConsumptionTab,
  tags: ['every-width'],
} satisfies Meta<typeof ConsumptionTab>;

export default meta;

const answered = (data: Consumption | null): StoryObj => ({
  render: () => (
    <StoryHost always={{ status: 200, body: { data } }} resource={contracts}>
      <ConsumptionTab contract={soldContract} />
    </StoryHost>
  ),
});

export const Running: StoryObj = answered(running);

export const WithOtherCharges: StoryObj = answered({
  ...running,
  invoiced_total: '120000.00',
  open_balance: '61000.00',
});

export const WithoutMoney: StoryObj = answered(courtesy);

export const NotSigned: StoryObj = answered(null);
