import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { PlaceDialog } from './place-dialog.tsx';
import { somePlan, someResult } from './placing-fixtures.ts';
import { PlacingResultView } from './placing-result.tsx';

const meta = {
  title: 'Postventa/Colocación automática',
  component: PlaceDialog,
  tags: ['every-width'],
} satisfies Meta<typeof PlaceDialog>;

export default meta;
type Story = StoryObj;

export const Asking: Story = {
  render: () => (
    <StoryHost permissions={['placements.create', 'placements.move']}>
      <PlaceDialog
        initial={{ subdivision_id: somePlan.subdivision_id, period: somePlan.period }}
        onChanged={() => {}}
        onClose={() => {}}
      />
    </StoryHost>
  ),
};

export const Result: Story = {
  render: () => (
    <StoryHost always={() => ({ status: 200, body: { data: someResult } })}>
      <PlacingResultView plan={somePlan} />
    </StoryHost>
  ),
};

export const NothingToPlace: Story = {
  render: () => (
    <StoryHost always={() => ({ status: 200, body: { data: { lines: [], days: [] } } })}>
      <PlacingResultView plan={{ ...somePlan, wanted: 0, placed: 0, left_out: 0, first_fit: 0 }} />
    </StoryHost>
  ),
};
