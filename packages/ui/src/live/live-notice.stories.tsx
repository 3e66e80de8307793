import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { LiveNotice } from './live-notice.tsx';

const meta = {
  title: 'Pantallas/Cambios en vivo',
  component: LiveNotice,
  args: { label: clients.label, created: 3, changed: 0, onShow: () => {} },
  render: (args) => (
    <Card>
      <LiveNotice {...args} />
      <p>Fila 1</p>
      <p>Fila 2</p>
      <p>Fila 3</p>
      <p>Fila 4</p>
    </Card>
  ),
} satisfies Meta<typeof LiveNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Created: Story = {};
export const Both: Story = { args: { created: 1, changed: 12 } };
export const Unknown: Story = { args: { created: 0, isUnknown: true } };
export const Nothing: Story = { args: { created: 0 } };
export const OnARecord: Story = {
  render: () => (
    <Banner actions={<Button size="small">Mostrar</Button>}>
      Ana Pérez cambió este cliente hace un momento.
    </Banner>
  ),
};
