import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

const meta = { title: 'Controles/Card', component: Card } satisfies Meta<typeof Card>;

export default meta;
type Story = StoryObj;

export const WithTitle: Story = {
  render: () => (
    <Card actions={<Button size="small">Editar</Button>} title="Equipo de venta">
      Ana Pérez
    </Card>
  ),
};

export const Plain: Story = {
  render: () => <Card>Ana Pérez</Card>,
};
