import { roles } from '@pauta/domain/admin/roles/role.ts';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { SaveBar } from '@pauta/layout/bars';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { GeneralSettings } from './settings.tsx';

const meta = {
  title: 'Administración/Configuración General',
  component: GeneralSettings,
} satisfies Meta<typeof GeneralSettings>;

export default meta;
type Story = StoryObj;

// Requested as settings and, by the inputs that choose roles, as roles.
const data = Object.entries(settings).map(([key, { field }]) => ({
  id: key,
  label: field.label,
  code: key,
  key,
  value: key === 'hold_days' ? 9 : field.options.initial,
  default: field.options.initial,
  changed_at: key === 'hold_days' ? '2026-11-20T10:00:00Z' : null,
  changed_by: key === 'hold_days' ? 'Luis Matos' : null,
}));

const hosted = (permissions: readonly string[], query = 'q=reserva'): ReactElement => (
  <StoryHost
    always={{ status: 200, body: { data } }}
    mount="/gestion/configuracion"
    path={`/gestion/configuracion?${query}`}
    permissions={permissions}
    resource={roles}
  >
    <GeneralSettings />
  </StoryHost>
);

export const Editable: Story = { render: () => hosted(['settings.update']) };

export const OnlyChanged: Story = { render: () => hosted(['settings.update'], 'changed=true') };

export const ReadOnly: Story = { render: () => hosted([]) };

export const Unsaved: Story = {
  render: () => <SaveBar count={5} onDiscard={() => {}} onSave={() => {}} saving={false} />,
};
