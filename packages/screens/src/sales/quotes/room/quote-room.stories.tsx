import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { secondVersion } from '../quote-fixtures.ts';
import { QuoteRoom, type RoomAcceptance } from './quote-room.tsx';
import type { RoomMessage } from './talk-card.tsx';

const meta = {
  title: 'Presupuestos/Cliente',
  component: QuoteRoom,
  tags: ['every-width'],
} satisfies Meta<typeof QuoteRoom>;

export default meta;
type Story = StoryObj;

const links: readonly RoomLink[] = [
  {
    id: uuid(31),
    recipient: 'Marta Ibáñez',
    email: 'marta@optica.example',
    expires_on: '2100-10-30',
    created_at: '2026-10-02T13:00:00Z',
    is_open: true,
    visits: 3,
    last_act_at: '2026-10-03T18:20:00Z',
  },
  {
    id: uuid(32),
    recipient: 'Luis Núñez',
    email: 'luis@optica.example',
    expires_on: '2026-10-05',
    created_at: '2026-10-01T13:00:00Z',
    is_open: false,
    visits: 0,
    last_act_at: null,
  },
];

const messages: readonly RoomMessage[] = [
  {
    id: uuid(41),
    line_id: uuid(3, 1),
    author: 'Marta Ibáñez',
    by_client: true,
    asks_changes: true,
    body: '¿Puede ser antes del pronóstico del tiempo?',
    created_at: '2026-10-03T18:20:00Z',
  },
  {
    id: uuid(42),
    line_id: null,
    author: 'Ana Pérez',
    by_client: false,
    asks_changes: false,
    body: 'Sí, lo cambiamos en la próxima versión.',
    created_at: '2026-10-03T19:05:00Z',
  },
];

const acceptance: RoomAcceptance = {
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  accepted_by: 'Marta Ibáñez',
  position: 'Gerente de mercadeo',
  email: 'marta@optica.example',
  ip: '190.80.12.4',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  document_hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  created_at: '2026-10-04T15:00:00Z',
  recorded_by: null,
};

const room = (data: object): Story => ({
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: { links: [], messages: [], acceptance: null, ...data } } }}
      permissions={Object.values(quotes.permissions)}
      resource={quotes}
    >
      <QuoteRoom quote={secondVersion} />
    </StoryHost>
  ),
});

export const NotShared: Story = { name: 'Sin compartir', ...room({}) };

export const Conversation: Story = { name: 'Conversación', ...room({ links, messages }) };

export const Accepted: Story = { name: 'Aceptado', ...room({ links, messages, acceptance }) };
