import { users } from '@pauta/domain/admin/users/user.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Mails } from '../mails.tsx';
import { InviteUser } from './invite-user.tsx';
import { IssuedLinkDialog } from './issued-link.tsx';
import { Team } from './team.tsx';
import { UserNameCell } from './user-name-cell.tsx';

const permissions = ['users.view_all', 'users.create', 'users.update_all', 'mail.view'];

const meta = { title: 'Usuarios/Pantallas', component: Team } satisfies Meta<typeof Team>;

export default meta;
type Story = StoryObj;

const member = (number: number, full_name: string, boss: number | null, status = 'active') => ({
  id: uuid(number),
  full_name,
  job_position: number % 2 === 0 ? 'Ejecutivo de ventas' : null,
  status,
  reports_to_id: boss === null ? null : uuid(boss),
  row_version: 1,
});

export const TeamTree: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: {
          data: [
            member(1, 'Ana Gerente', null),
            member(2, 'Beto Vendedor', 1),
            member(3, 'Caro Nueva', 2, 'invited'),
            member(4, 'Dani Ausente', 1, 'suspended'),
          ],
        },
      }}
      permissions={permissions}
    >
      <Team />
    </StoryHost>
  ),
};

export const Outbox: Story = {
  render: () => (
    <StoryHost
      always={{
        status: 200,
        body: {
          readable: true,
          data: (['waiting', 'sent', 'failed'] as const).map((status, index) => ({
            id: uuid(index),
            to: `persona${index}@empresa.com`,
            subject: 'Le invitaron a usar Pauta',
            created_at: '2026-11-21T10:00:00Z',
            status,
            attempts: index,
            last_error: status === 'failed' ? 'withdrawn' : null,
          })),
        },
      }}
      permissions={permissions}
    >
      <Mails />
    </StoryHost>
  ),
};

export const Invite: Story = {
  render: () => (
    <StoryHost permissions={permissions}>
      <InviteUser />
    </StoryHost>
  ),
};

export const HandedOverLink: Story = {
  render: () => (
    <StoryHost permissions={permissions}>
      <IssuedLinkDialog
        link={{ sent: false, path: '/login#invitacion=ejemplo', expires_at: '2026-12-01T10:00:00Z' }}
        name="Irene Invitada"
        onClose={() => undefined}
      />
    </StoryHost>
  ),
};

export const NameInTheList: Story = {
  render: () => (
    <StoryHost permissions={permissions}>
      <UserNameCell
        field={fieldOf(users, 'full_name')}
        place="list"
        record={{ profile_photo: null }}
        value="Ana Gerente"
      />
    </StoryHost>
  ),
};
