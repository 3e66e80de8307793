import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { StoryHost } from '../testing/story-host.tsx';
import { Agenda, type AgendaItem } from './agenda.tsx';

const meta = { title: 'Pantallas/Agenda', component: Agenda } satisfies Meta<typeof Agenda>;

export default meta;
type Story = StoryObj;

const week = ['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}`);
const at = (id: number, day: number, from: number | null, more: Partial<AgendaItem> = {}): AgendaItem => ({
  id: String(id),
  title:
    ['Llamar a compras', 'Visita a la planta', 'Reunión de cierre con la gerencia comercial'][id % 3] ?? '',
  to: `/crm/seguimiento/${id}`,
  day: week[day] ?? '',
  from,
  length: 60,
  detail: 'Óptica Ñandú',
  ...more,
});
const items = [
  at(0, 0, 9 * 60),
  at(1, 0, 9 * 60 + 30, { tone: 'danger' }),
  at(2, 0, 10 * 60, { length: 90 }),
  at(3, 1, null),
  at(4, 1, null, { tone: 'warning' }),
  at(5, 2, 15 * 60, { tone: 'success', done: true }),
  at(6, 4, 18 * 60 + 30, { length: 90 }),
];

function Movable({ days }: { days: readonly string[] }): ReactElement {
  const [now, setNow] = useState<readonly AgendaItem[]>(items);
  return (
    <Agenda
      days={days}
      items={now}
      label="Agenda"
      marks={{ '2026-11-26': 'Día feriado' }}
      onMove={({ id }, day, from) =>
        setNow((all) => all.map((one) => (one.id === id ? { ...one, day, from } : one)))
      }
      today="2026-11-24"
    />
  );
}

export const Week: Story = {
  render: () => (
    <StoryHost>
      <Movable days={week} />
    </StoryHost>
  ),
};
export const Day: Story = {
  render: () => (
    <StoryHost>
      <Movable days={week.slice(0, 1)} />
    </StoryHost>
  ),
};
