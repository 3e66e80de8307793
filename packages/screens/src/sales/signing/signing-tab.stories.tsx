import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, userEvent } from 'storybook/test';
import type { SigningAnswer } from './signing-answer.ts';
import { complete, halfSigned, pendingContract, refused, waiting } from './signing-fixtures.ts';
import { SigningTab } from './signing-tab.tsx';

const meta = {
  title: 'Firmas/Quiénes firman',
  component: SigningTab,
  tags: ['every-width'],
} satisfies Meta<typeof SigningTab>;

export default meta;
type Story = StoryObj;

const tab = (signing: SigningAnswer | null, status = 'pending_signature'): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: signing } }}
      permissions={[...Object.values(contracts.permissions), 'contracts.sign']}
      resource={contracts}
    >
      <SigningTab record={{ ...pendingContract, status }} resource={contracts} />
    </StoryHost>
  ),
});

export const Draft: Story = { name: 'Sin enviar', ...tab(null, 'draft') };

export const Waiting: Story = { name: 'Esperando', ...tab(waiting) };

/** With the evidence of the signature unfolded. */
export const HalfSigned: Story = {
  name: 'Firmó el cliente',
  ...tab(halfSigned),
  play: async () => {
    await userEvent.click(await screen.findByText('Prueba de la firma de Marta Ibáñez'));
  },
};

export const Refused: Story = { name: 'No quisieron firmar', ...tab(refused, 'draft') };

export const Withdrawn: Story = {
  name: 'Devuelto a borrador',
  ...tab({ ...waiting, outcome: 'withdrawn' }, 'draft'),
};

/** With the scan of the signature on paper. */
export const Complete: Story = {
  name: 'Firmado por todos',
  ...tab(complete, 'signed'),
  play: async () => {
    await userEvent.click(await screen.findByText('Prueba de la firma de Luis Núñez'));
  },
};
