import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, userEvent } from 'storybook/test';
import { ShareSigning } from './share-signing.tsx';
import { client, pendingContract } from './signing-fixtures.ts';

const meta = {
  title: 'Firmas/Compartir para firmar',
  component: ShareSigning,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof ShareSigning>;

export default meta;
type Story = StoryObj;

const shared = {
  path: '/firmar/q7Zk2v9RrT',
  recipient: 'Marta Ibáñez',
  expires_on: '2100-10-30',
  mailed_to: 'marta@optica.example',
};

const dialog = () => (
  <StoryHost
    always={{ status: 200, body: { data: shared } }}
    permissions={Object.values(contracts.permissions)}
    resource={contracts}
  >
    <ShareSigning onClose={() => {}} record={pendingContract} resource={contracts} signer={client} />
  </StoryHost>
);

export const ToItsMail: Story = { name: 'A su correo', render: dialog };

/** The link is shown once. */
export const Link: Story = {
  name: 'El enlace',
  render: dialog,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Compartir para firmar' }));
    await screen.findByRole('textbox', { name: 'Enlace' });
  },
};
