import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { TrafficDay } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { someDay } from './traffic-fixtures.ts';
import { TrafficScreen } from './traffic-screen.tsx';

const meta = {
  title: 'Postventa/Tráfico',
  component: TrafficScreen,
  tags: ['every-width'],
} satisfies Meta<typeof TrafficScreen>;

export default meta;
type Story = StoryObj;

const of = (day: TrafficDay, permissions: readonly string[]): Story => ({
  render: () => (
    <StoryHost
      always={() => ({ status: 200, body: { data: day } })}
      mount="/postventa/gestion-cupos"
      path="/postventa/gestion-cupos/trafico?dia=2026-12-01"
      permissions={permissions}
      resource={placements}
    >
      <TrafficScreen />
    </StoryHost>
  ),
});

const all = [...Object.values(placements.permissions), 'placements.move'];

export const ADay: Story = of(someDay, all);

export const ToRead: Story = of(someDay, ['placements.view_all']);

export const WithoutBreaks: Story = of({ ...someDay, breaks: [], loose: [], unplaced: [] }, all);

export const WithoutPermission: Story = of(someDay, []);
