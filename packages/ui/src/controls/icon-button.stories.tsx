import type { Meta, StoryObj } from '@storybook/react-vite';
import { Ellipsis } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

const meta = { title: 'Controles/IconButton', component: IconButton } satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj;

export const Quiet: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <IconButton icon={<Ellipsis aria-hidden size={18} />} label="Más acciones" />
    </div>
  ),
};
