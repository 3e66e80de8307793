import type { Meta, StoryObj } from '@storybook/react-vite';
import { Badge } from './badge.tsx';

const meta = { title: 'Controles/Badge', component: Badge } satisfies Meta<typeof Badge>;

export default meta;
type Story = StoryObj;

export const Tones: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <Badge tone="success">Activo</Badge>
      <Badge tone="info">Prospecto</Badge>
      <Badge tone="warning">En revisión</Badge>
      <Badge tone="danger">Bloqueado</Badge>
      <Badge tone="neutral">Inactivo</Badge>
      <Badge>Etiqueta</Badge>
    </div>
  ),
};
