import type { Meta, StoryObj } from '@storybook/react-vite';
import { Archive } from 'lucide-react';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';

const nothing = (): void => undefined;

const meta = { title: 'Controles/Menu', component: Menu } satisfies Meta<typeof Menu>;

export default meta;
type Story = StoryObj;

export const Closed: Story = {
  render: () => (
    <Menu
      actions={[
        { id: 'copy', label: 'Duplicar', onAction: nothing },
        { id: 'move', label: 'Transferir', disabledReason: 'Sin permiso', onAction: nothing },
        {
          id: 'archive',
          label: 'Archivar',
          icon: <Archive aria-hidden size={16} />,
          tone: 'danger',
          onAction: nothing,
        },
      ]}
      label="Más acciones"
    >
      <Button>Más acciones</Button>
    </Menu>
  ),
};
