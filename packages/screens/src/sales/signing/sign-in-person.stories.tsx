import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { SignInPerson } from './sign-in-person.tsx';
import { client, pendingContract } from './signing-fixtures.ts';

const meta = {
  title: 'Firmas/Firmar en persona',
  component: SignInPerson,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof SignInPerson>;

export default meta;
type Story = StoryObj;

const dialog = (isRead: boolean): Story => ({
  render: () => (
    <StoryHost permissions={Object.values(contracts.permissions)} resource={contracts}>
      <SignInPerson
        record={pendingContract}
        resource={contracts}
        isRead={isRead}
        onClose={() => {}}
        onRead={() => {}}
        signer={client}
      />
    </StoryHost>
  ),
});

export const Unread: Story = { name: 'Sin abrir el documento', ...dialog(false) };

export const Read: Story = { name: 'Con el documento abierto', ...dialog(true) };
