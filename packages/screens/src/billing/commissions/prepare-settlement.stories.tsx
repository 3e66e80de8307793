import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { PrepareSettlement } from './prepare-settlement.tsx';

const meta = { title: 'Facturación/Liquidar comisiones', component: PrepareSettlement } satisfies Meta<
  typeof PrepareSettlement
>;

export default meta;
type Story = StoryObj;

export const Empty: Story = {
  render: () => (
    <StoryHost>
      <PrepareSettlement onClose={() => {}} />
    </StoryHost>
  ),
};
