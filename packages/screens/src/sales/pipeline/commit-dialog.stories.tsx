import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CommitDialog } from './commit-dialog.tsx';

const meta = {
  title: 'Oportunidades/Guardar compromiso',
  component: CommitDialog,
  tags: ['desktop', 'phone'],
} satisfies Meta<typeof CommitDialog>;

export default meta;
type Story = StoryObj;

export const Opened: Story = {
  name: 'Abierto',
  render: () => (
    <StoryHost permissions={Object.values(forecastSnapshots.permissions)} resource={forecastSnapshots}>
      <CommitDialog onClose={() => {}} />
    </StoryHost>
  ),
};
