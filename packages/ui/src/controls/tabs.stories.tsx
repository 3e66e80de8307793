import type { Meta, StoryObj } from '@storybook/react-vite';
import { Stateful } from '../testing/stateful.tsx';
import { Tabs } from './tabs.tsx';

const tabs = [
  { id: 'datos', label: 'Datos', content: () => 'Datos del cliente' },
  { id: 'contactos', label: 'Contactos', count: 3, content: () => 'Tres contactos' },
  { id: 'historial', label: 'Historial', content: () => 'Sin cambios' },
];

const meta = { title: 'Controles/Tabs', component: Tabs } satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj;

export const Three: Story = {
  render: () => (
    <Stateful initial="datos">
      {(selected, onSelect) => (
        <Tabs label="Partes del cliente" onSelect={onSelect} selected={selected} tabs={tabs} />
      )}
    </Stateful>
  ),
};
