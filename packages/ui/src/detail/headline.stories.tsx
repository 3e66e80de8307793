import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { clientPermissions, clientRecord } from '../testing/client-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { Headline } from './headline.tsx';

const meta = { title: 'Pantallas/Lo principal de una ficha', component: Headline } satisfies Meta<
  typeof Headline
>;

export default meta;
type Story = StoryObj;

const permissions = [...clientPermissions, 'contacts.view_all', 'activities.view_all'];

/** One record used as response for the contact and for the activity: each reads its own fields. */
const related = {
  id: '01900000-0000-7000-8030-000000000001',
  full_name: 'Ana Peñaló',
  is_main_contact: true,
  phones: [{ kind: 'mobile', number: '+18095550185', extension: '22', is_primary: true, is_whatsapp: true }],
  kind: 'visit',
  subject: 'Presentar tarifas',
  scheduled_at: '2026-03-10T13:00:00.000Z',
  completed_at: '2026-03-02T13:00:00.000Z',
};

const headline = (rows: readonly object[], held: readonly string[] = permissions): ReactElement => (
  <StoryHost
    always={{
      status: 200,
      body: { data: rows, next_cursor: null, total: rows.length, total_is_estimate: false },
    }}
    permissions={held}
  >
    <Headline record={clientRecord(0)} resource={clients} />
  </StoryHost>
);

export const Full: Story = { name: 'Con contacto y próxima acción', render: () => headline([related]) };
export const Nobody: Story = { name: 'Sin nadie a quien llamar', render: () => headline([]) };
export const ReadOnly: Story = {
  name: 'Sin permiso de ver contactos',
  render: () => headline([related], ['clients.view_all']),
};
