import type { Meta, StoryObj } from '@storybook/react-vite';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

const meta = { title: 'Controles/Banner', component: Banner } satisfies Meta<typeof Banner>;

export default meta;
type Story = StoryObj;

export const Info: Story = {
  render: () => <Banner>Se recuperó lo que escribió hace 5 minutos.</Banner>,
};

export const WithAction: Story = {
  render: () => (
    <Banner actions={<Button size="small">Reintentar</Button>} tone="warning">
      Estos datos pueden estar desactualizados.
    </Banner>
  ),
};

export const Danger: Story = {
  render: () => (
    <Banner tone="danger">
      <strong>Sin conexión.</strong> Revise su conexión e intente de nuevo.
    </Banner>
  ),
};

export const Success: Story = {
  render: () => <Banner tone="success">Todo está al día.</Banner>,
};
