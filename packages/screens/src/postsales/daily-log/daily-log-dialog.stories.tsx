import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type DailyLogAnswer, DailyLogDialog } from './daily-log-dialog.tsx';

const meta = {
  title: 'Postventa/Guía comercial',
  component: DailyLogDialog,
  tags: ['every-width'],
} satisfies Meta<typeof DailyLogDialog>;

export default meta;
type Story = StoryObj;

const of = (data: DailyLogAnswer): Story => ({
  render: () => (
    <StoryHost
      always={() => ({ status: 200, body: { data } })}
      permissions={['placements.view_all', 'placements.move', 'placements.export']}
    >
      <DailyLogDialog
        day="2026-12-01"
        onClose={() => {}}
        station={{ id: '0190a000-0000-7000-8000-000000000001', label: 'Canal Antillano' }}
      />
    </StoryHost>
  ),
});

export const Changed: Story = of({
  rows: 42,
  without_material: 2,
  changes: 3,
  issues: [
    { number: 2, rows: 41, created_at: '2026-11-30T20:15:00Z' },
    { number: 1, rows: 40, created_at: '2026-11-30T14:00:00Z' },
  ],
});

export const NotIssued: Story = of({ rows: 42, without_material: 0, changes: 42, issues: [] });
