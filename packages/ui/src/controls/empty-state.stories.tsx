import type { Meta, StoryObj } from '@storybook/react-vite';
import { Inbox } from 'lucide-react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { NoAccess } from './no-access.tsx';

const meta = { title: 'Controles/EmptyState', component: EmptyState } satisfies Meta<typeof EmptyState>;

export default meta;
type Story = StoryObj;

export const WithAction: Story = {
  render: () => (
    <EmptyState
      actions={<Button tone="primary">Nuevo cliente</Button>}
      icon={<Inbox aria-hidden size={24} />}
      title="Aún no hay clientes"
    >
      Cree el primero para empezar.
    </EmptyState>
  ),
};

export const WithoutPermission: Story = {
  render: () => (
    <NoAccess title="No puede ver los roles">Le falta el permiso «Ver roles y permisos».</NoAccess>
  ),
};
