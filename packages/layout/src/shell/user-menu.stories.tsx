import type { Meta, StoryObj } from '@storybook/react-vite';
import { ana } from './shell-fixture.tsx';
import { UserMenu } from './user-menu.tsx';

const photo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"%3E%3Cpath fill="%23c9a27e" d="M0 0h48v48H0z"/%3E%3Ccircle cx="24" cy="19" r="9" fill="%235b3a29"/%3E%3Cpath fill="%23264b6b" d="M6 48c2-12 10-16 18-16s16 4 18 16z"/%3E%3C/svg%3E';

const meta = {
  title: 'Layout/UserMenu',
  component: UserMenu,
  tags: ['every-width'],
  args: { user: ana, onLogout: () => undefined, onNavigate: () => undefined },
  decorators: [
    (Story) => (
      <div style={{ display: 'flex', justifyContent: 'end', minBlockSize: 340 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof UserMenu>;

export default meta;
type Story = StoryObj<typeof meta>;

const open: Story['play'] = async ({ canvas, userEvent }) => {
  await userEvent.click(canvas.getByRole('button', { name: /Menú de usuario/ }));
};

export const Closed: Story = {};

export const Open: Story = { play: open };

export const WithPhoto: Story = { play: open, args: { user: { ...ana, photoUrl: photo } } };

export const BrokenPhoto: Story = {
  play: open,
  args: { user: { ...ana, photoUrl: 'data:image/png;base64,AAAA' } },
};

export const NotKnownYet: Story = { play: open, args: { user: null } };
