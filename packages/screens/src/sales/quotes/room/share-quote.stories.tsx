import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, userEvent } from 'storybook/test';
import { secondVersion } from '../quote-fixtures.ts';
import { ShareQuote } from './share-quote.tsx';

const meta = {
  title: 'Presupuestos/Compartir con el cliente',
  component: ShareQuote,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof ShareQuote>;

export default meta;
type Story = StoryObj;

const contact = {
  id: uuid(61),
  row_version: 1,
  full_name: 'Marta Ibáñez',
  primary_email: 'marta@optica.example',
  phones: [{ number: '+18095550142', kind: 'mobile', whatsapp: true }],
} as unknown as AnyRecord;

const quote: AnyRecord = { ...secondVersion, contact_id: { id: contact.id, label: 'Marta Ibáñez' } };

const shared = {
  path: '/presupuesto/q7Zk2v9RrT',
  recipient: 'Marta Ibáñez',
  expires_on: '2100-10-30',
  mailed_to: 'marta@optica.example',
};

const dialog = () => (
  <StoryHost
    always={(path) => ({
      status: 200,
      body: { data: path.startsWith('/contacts/') ? contact : { ...quote, ...shared } },
    })}
    permissions={[...Object.values(quotes.permissions), ...Object.values(contacts.permissions)]}
    resource={quotes}
  >
    <ShareQuote onClose={() => {}} record={quote} />
  </StoryHost>
);

export const ForItsContact: Story = { name: 'A su contacto', render: dialog };

/** The link is shown once. */
export const Link: Story = {
  name: 'El enlace',
  render: dialog,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Compartir con el cliente' }));
    await screen.findByRole('textbox', { name: 'Enlace' });
  },
};
