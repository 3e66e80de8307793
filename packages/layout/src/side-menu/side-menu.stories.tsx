import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { defaultMenu } from '../menu/default-menu.tsx';
import type { Menu } from '../menu/menu.ts';
import { SideMenu } from './side-menu.tsx';
import { useMenuState } from './use-menu-state.ts';

interface Args {
  menu: Menu;
  currentPath: string;
  rail: boolean;
  version: string;
}

function Fixture({ rail, version, ...options }: Args): ReactElement {
  const { drawerOpen, ...controls } = useMenuState({ ...options, storageKey: null });
  return (
    <SideMenu menu={options.menu} {...controls} onNavigate={() => undefined} rail={rail} version={version} />
  );
}

const meta = {
  title: 'Layout/SideMenu',
  component: Fixture,
  tags: ['every-width'],
  parameters: { layout: 'fullscreen' },
  args: { menu: defaultMenu, currentPath: '/ventas/pipeline', rail: false, version: 'v1.0.0' },
  argTypes: { menu: { control: false } },
} satisfies Meta<typeof Fixture>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Rail: Story = { args: { rail: true } };

export const BelowAnItem: Story = { args: { currentPath: '/gestion/catalogos/industrias' } };

export const MarkedResult: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'OCUPACION');
  },
};

export const Empty: Story = { args: { menu: [] } };

export const LongLabels: Story = {
  args: {
    menu: [
      { id: 'a', label: 'Conciliación de comisiones de agencia por periodo', href: '/a' },
      {
        id: 'b',
        label: 'Administración y mantenimiento de estructuras publicitarias',
        items: [
          {
            id: 'c',
            label: 'Programación preventiva de vallas y pantallas exteriores',
            href: '/ventas/pipeline',
          },
        ],
      },
    ],
  },
};
