import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

const meta = { title: 'Controles/Tooltip', component: Tooltip } satisfies Meta<typeof Tooltip>;

export default meta;
type Story = StoryObj;

export const OnButton: Story = {
  render: () => (
    <Tooltip text="Copia la dirección de esta lista">
      <Button>Compartir</Button>
    </Tooltip>
  ),
};
