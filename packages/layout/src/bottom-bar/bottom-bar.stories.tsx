import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { defaultMenu } from '../menu/default-menu.tsx';
import { isGroup, type MenuItem } from '../menu/menu.ts';
import { ShellFixture } from '../shell/shell-fixture.tsx';
import { BottomBar } from './bottom-bar.tsx';

/** Items of groups have no icon of their own; here each takes the icon of its group. */
const places: readonly MenuItem[] = defaultMenu.flatMap((entry) =>
  isGroup(entry) ? entry.items.map((item) => ({ ...item, icon: entry.icon })) : [entry],
);
const often = ['dashboard', 'crm/clientes', 'crm/seguimiento', 'ventas/pipeline'];
const items = places
  .filter(({ id }) => often.includes(id))
  .map((item) =>
    item.id === 'crm/seguimiento' ? { ...item, badge: { count: 120, label: 'pendientes' } } : item,
  );

const page = (
  <>
    <h1>Clientes</h1>
    {Array.from({ length: 40 }, (_, line) => `Cliente ${line + 1}`).map((client) => (
      <p key={client}>{client}</p>
    ))}
  </>
);

function Shell({ shown = items }: { shown?: readonly MenuItem[] }): ReactElement {
  return (
    <ShellFixture bottom={<BottomBar currentPath="/crm/clientes/17" items={shown} />} title="Clientes">
      {page}
    </ShellFixture>
  );
}

const meta = {
  title: 'Layout/BottomBar',
  component: Shell,
  tags: ['every-width'],
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Shell>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Empty where the window is wider than a phone. */
export const Four: Story = {};

export const LongLabels: Story = {
  args: {
    shown: places.filter(
      ({ id }) => id.startsWith('facturacion/') || id === 'ventas/ocupacion-disponibilidad',
    ),
  },
};
