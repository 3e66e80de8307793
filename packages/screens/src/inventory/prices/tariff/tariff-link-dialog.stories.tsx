import type { Meta, StoryObj } from '@storybook/react-vite';
import { TariffLinkDialog } from './tariff-link-dialog.tsx';

const meta = {
  title: 'Screens/Tariff link',
  component: TariffLinkDialog,
  args: { name: 'Tarifario 2026', onClose: () => undefined },
} satisfies Meta<typeof TariffLinkDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const ShownOnce: Story = {
  args: { path: '/tarifas/Gq5yR2m0vVt3cWzJ8kLxP1nEhTuA7oBdSfIiQrXyNaM' },
};

export const Address: Story = { args: { path: '/tarifas/tarifa-electoral' } };
