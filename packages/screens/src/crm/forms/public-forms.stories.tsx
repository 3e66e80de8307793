import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { FunnelTable } from '../funnel-table.tsx';

const meta = { title: 'CRM/Formularios', component: FunnelTable } satisfies Meta<typeof FunnelTable>;

export default meta;
type Story = StoryObj;

const stages = [
  { name: 'views', label: 'Lo vieron', count: 12_480 },
  { name: 'starts', label: 'Empezaron', count: 2_310 },
  { name: 'submits', label: 'Enviaron', count: 412 },
  { name: 'clients', label: 'Ya son clientes', count: 96, won: true },
];

export const FromVisitToClient: Story = {
  render: () => (
    <StoryHost>
      <FunnelTable caption="Del 01/03/2026 al 30/03/2026" stages={stages} unit="Visitas" />
    </StoryHost>
  ),
};

export const NobodyYet: Story = {
  render: () => (
    <StoryHost>
      <FunnelTable
        caption="Del 01/03/2026 al 30/03/2026"
        stages={stages.map((stage) => ({ ...stage, count: 0 }))}
        unit="Visitas"
      />
    </StoryHost>
  ),
};
