import type { Meta, StoryObj } from '@storybook/react-vite';
import { ErrorSummary } from './error-summary.tsx';

const meta = { title: 'Controles/ErrorSummary', component: ErrorSummary } satisfies Meta<typeof ErrorSummary>;

export default meta;
type Story = StoryObj;

export const Two: Story = {
  render: () => (
    <ErrorSummary
      messages={[
        { name: 'client_code', label: 'Código', message: 'Ya existe un cliente con este código.' },
        { message: 'El límite de crédito supera lo que puede aprobar.' },
      ]}
    />
  ),
};
