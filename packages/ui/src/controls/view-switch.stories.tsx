import type { Meta, StoryObj } from '@storybook/react-vite';
import { Columns3, Table2 } from 'lucide-react';
import { StoryHost } from '../testing/story-host.tsx';
import { ViewSwitch } from './view-switch.tsx';

const meta = {
  title: 'Controles/ViewSwitch',
  component: ViewSwitch,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof ViewSwitch>;

export default meta;
type Story = StoryObj;

const icon = { 'aria-hidden': true, size: 16 } as const;
const views = [
  { id: 'tablero', label: 'Tablero', to: '?vista=tablero', icon: <Columns3 {...icon} /> },
  { id: 'tabla', label: 'Tabla', to: '?vista=tabla', icon: <Table2 {...icon} /> },
];

const more = ['Pronóstico', 'Qué cambió', 'Compromisos', 'Calendario'];

export const Two: Story = {
  render: () => (
    <StoryHost>
      <ViewSwitch current="tablero" views={views} />
    </StoryHost>
  ),
};

/** On a narrow screen they scroll in one line. */
export const Many: Story = {
  render: () => (
    <StoryHost>
      <ViewSwitch
        current="tabla"
        views={[...views, ...more.map((label) => ({ id: label, label, to: `?vista=${label}` }))]}
      />
    </StoryHost>
  ),
};
