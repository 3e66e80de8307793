import { clients } from '@pauta/domain/crm/clients/client.ts';
import { type ListView, parseView } from '@pauta/domain/resource/query/view.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { clientPermissions } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { savedView } from '../testing/views-contract.ts';
import { ViewPicker } from './view-picker.tsx';

const meta = { title: 'Pantallas/Vistas guardadas', component: ViewPicker } satisfies Meta<typeof ViewPicker>;

export default meta;
type Story = StoryObj;

const views = [
  savedView(1, { name: 'Activos de este mes', params: 'f.status=active', is_pinned: true, is_default: true }),
  savedView(2, {
    name: 'Grandes cuentas del Caribe y Centroamérica con crédito retenido',
    visibility: 'shared',
    is_mine: false,
    owner: { id: 'x', label: 'Luis Gómez' },
    is_shared_default: true,
  }),
];

const viewOf = (search: string): ListView => {
  const read = parseView(clients, search);
  if (!read.ok) throw new Error(Object.values(read.errors).flat().join(' '));
  return read.view;
};

const shown = (search: string, current: string | null) => (): ReactElement => (
  <StoryHost permissions={[...clientPermissions, 'views.share']} views={views}>
    <ViewPicker current={current} onChange={() => {}} resource={clients} view={viewOf(search)} />
  </StoryHost>
);

export const PlainList: Story = { render: shown('', 'all') };

export const Changed: Story = {
  render: shown('f.status=prospect&group=status', savedView(1).id),
};

export const Open: Story = {
  render: shown('f.status=prospect&group=status', savedView(1).id),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Vista: Activos de este mes' }));
  },
};
