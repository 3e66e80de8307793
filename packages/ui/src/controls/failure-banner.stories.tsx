import { ApiError } from '@pauta/core';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FailureBanner } from './failure-banner.tsx';

const meta: Meta<typeof FailureBanner> = {
  title: 'Controles/FailureBanner',
  component: FailureBanner,
  args: { onRetry: () => {} },
};

export default meta;
type Story = StoryObj<typeof FailureBanner>;

export const Offline: Story = {
  args: {
    error: new ApiError('No hay conexión con el servidor. Revise su red e intente de nuevo.', { status: 0 }),
  },
};

export const Forbidden: Story = {
  args: { error: new ApiError('No tiene el permiso «Ver todos los clientes».', { status: 403 }) },
};
