import { auditEntries } from '@pauta/domain/admin/audit/audit-entry.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { BarChart } from './bar-chart.tsx';
import { HeatMap } from './heat-map.tsx';
import { LogEntry } from './log-entry.tsx';
import { entry } from './log-fixtures.ts';

const meta = { title: 'Reportes/Partes', component: BarChart } satisfies Meta<typeof BarChart>;

export default meta;
type Story = StoryObj;

const bars = Array.from({ length: 30 }, (_, day) => ({
  key: String(day),
  label: `${String(day + 1).padStart(2, '0')}/11`,
  value: day % 7 > 4 ? 0 : (day * 37) % 90,
}));

export const Bars: Story = {
  render: () => <BarChart axis="Día" bars={bars} title="Acciones por día" unit="acciones" />,
};

export const Heat: Story = {
  render: () => (
    <HeatMap
      cells={Array.from({ length: 70 }, (_, index) => ({
        weekday: 1 + (index % 5),
        hour: 8 + (index % 11),
        count: (index * 13) % 40,
      }))}
      label="Movimientos por día de la semana y hora"
    />
  ),
};

export const Entry: Story = {
  render: () => (
    <StoryHost
      always={{ status: 200, body: { data: entry } }}
      mount="/reportes/logs/:id"
      path={`/reportes/logs/${entry.id}`}
      permissions={['audit.view']}
      resource={auditEntries}
    >
      <LogEntry id={entry.id} resource={auditEntries} />
    </StoryHost>
  ),
};
