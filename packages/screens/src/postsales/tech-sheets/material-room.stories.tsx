import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { RoomLink } from '@pauta/ui/public-link/links-card.tsx';
import { uuid } from '@pauta/ui/testing/contract.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { screen, userEvent } from 'storybook/test';
import { AskMaterial } from './ask-material.tsx';
import { SheetLinks } from './sheet-links.tsx';

const meta = {
  title: 'Fichas técnicas/Cliente',
  component: SheetLinks,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof SheetLinks>;

export default meta;
type Story = StoryObj;

const sheet = {
  id: uuid(1),
  row_version: 1,
  description: 'Cuña de 30 s',
  delivered_by: 'Marta Ibáñez',
  status: 'pending',
} as unknown as AnyRecord;

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
];

const host = (data: object, content: Story['render']): Story => ({
  render: (...given) => (
    <StoryHost
      always={{ status: 200, body: { data } }}
      permissions={Object.values(techSheets.permissions)}
      resource={techSheets}
    >
      {content?.(...given)}
    </StoryHost>
  ),
});

export const Links: Story = { name: 'Enlaces', ...host({ links }, () => <SheetLinks sheet={sheet} />) };

export const NotAsked: Story = {
  name: 'Sin pedir',
  ...host({ links: [] }, () => <SheetLinks sheet={sheet} />),
};

/** The link is shown once. */
export const Ask: Story = {
  name: 'Pedir el material',
  ...host(
    {
      path: '/material/q7Zk2v9RrT',
      recipient: 'Marta Ibáñez',
      expires_on: '2100-10-30',
      mailed_to: 'marta@optica.example',
    },
    () => <AskMaterial onClose={() => {}} record={sheet} />,
  ),
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: /^Correo/ }), 'marta@optica.example');
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir el material' }));
    await screen.findByRole('textbox', { name: 'Enlace' });
  },
};
