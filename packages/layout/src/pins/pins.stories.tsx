import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useReducer } from 'react';
import { type Pins, pinReducer } from './pin-list.ts';
import { PinsMenu } from './pins-menu.tsx';

function Fixture(start: Pins): ReactElement {
  const [pins, dispatch] = useReducer(pinReducer, start);
  return (
    <div style={{ display: 'flex', justifyContent: 'end', minBlockSize: 460 }}>
      <PinsMenu
        current={{ href: '/crm/clientes', label: 'Clientes', section: 'CRM' }}
        onNavigate={() => undefined}
        pins={{ ...pins, dispatch }}
      />
    </div>
  );
}

const meta = {
  title: 'Layout/Pins',
  component: Fixture,
  tags: ['every-width'],
  args: {
    favorites: [
      { href: '/ventas/pipeline', label: 'Pipeline', section: 'Ventas' },
      { href: '/crm/clientes/17', label: 'Cervecería del Caribe Oriental', section: 'Clientes' },
      { href: '/reportes/logs', label: 'Logs de Auditoría', section: 'Reportes' },
    ],
    recents: [
      { href: '/crm/agencias', label: 'Agencias', section: 'CRM' },
      { href: '/gestion/catalogos/industrias', label: 'Industrias', section: 'Catálogos' },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Favoritos y recientes' }));
  },
} satisfies Meta<typeof Fixture>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};

export const Empty: Story = { args: { favorites: [], recents: [] } };
