import { accountRooms } from '@pauta/domain/billing/account-rooms/account-room.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { ShareAccount } from './share-account.tsx';

const meta = {
  title: 'Facturación/Abrir página de cuenta',
  component: ShareAccount,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof ShareAccount>;

export default meta;
type Story = StoryObj;

const shared = {
  path: '/cuenta/q7Zk2v9RrT',
  recipient: 'Marta Ibáñez',
  expires_on: '2100-10-30',
  mailed_to: 'marta@optica.example',
};

/** The link is shown once. */
export const ForAnAccount: Story = {
  name: 'Para una cuenta',
  render: () => (
    <StoryHost
      always={(path) => ({
        status: 200,
        body: path.endsWith('/share')
          ? { data: shared }
          : { data: [{ id: uuid(71), label: 'Óptica Central' }], page: { next: null } },
      })}
      permissions={[
        ...Object.values(accountRooms.permissions),
        ...Object.values(clients.permissions),
        ...Object.values(agencies.permissions),
      ]}
      resource={accountRooms}
    >
      <ShareAccount onClose={() => {}} />
    </StoryHost>
  ),
};
