import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { GenerateReports } from './generate-reports.tsx';

const meta = { title: 'Postventa/Reportes por lote', component: GenerateReports } satisfies Meta<
  typeof GenerateReports
>;

export default meta;
type Story = StoryObj;

export const LastMonth: Story = {
  render: () => (
    <StoryHost>
      <GenerateReports onClose={() => {}} />
    </StoryHost>
  ),
};
