import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ComputeRebate } from './compute-rebate.tsx';

const meta = { title: 'Facturación/Calcular bonificación', component: ComputeRebate } satisfies Meta<
  typeof ComputeRebate
>;

export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <StoryHost>
      <ComputeRebate onClose={() => {}} />
    </StoryHost>
  ),
};
