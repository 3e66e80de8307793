import type { Meta, StoryObj } from '@storybook/react-vite';
import { Plus } from 'lucide-react';
import { Button } from './button.tsx';

const meta = { title: 'Controles/Button', component: Button } satisfies Meta<typeof Button>;

export default meta;
type Story = StoryObj;

export const Tones: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <Button tone="primary">Guardar</Button>
      <Button>Cancelar</Button>
      <Button tone="quiet">Omitir</Button>
      <Button tone="danger">Archivar</Button>
    </div>
  ),
};

export const WithIcon: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <Button icon={<Plus aria-hidden size={16} />} tone="primary">
        Nuevo cliente
      </Button>
    </div>
  ),
};

export const Loading: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <Button loading tone="primary">
        Guardar
      </Button>
      <Button loading>Reintentar</Button>
    </div>
  ),
};

export const WithReason: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <Button disabledReason="Le falta el permiso «Crear clientes».">Nuevo cliente</Button>
    </div>
  ),
};

export const Small: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, padding: 16 }}>
      <Button size="small">Limpiar filtros</Button>
    </div>
  ),
};
