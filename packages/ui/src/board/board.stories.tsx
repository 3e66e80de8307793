import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { StoryHost } from '../testing/story-host.tsx';
import { Board, type BoardCard, type BoardColumn } from './board.tsx';

const meta = { title: 'Pantallas/Tablero', component: Board } satisfies Meta<typeof Board>;

export default meta;
type Story = StoryObj;

const states = [
  { id: 'pending', label: 'Pendiente', tone: 'info' },
  { id: 'in_progress', label: 'En curso', tone: 'warning' },
  { id: 'done', label: 'Hecha', tone: 'success' },
] as const;
const names = [
  'Llamar para confirmar la pauta de diciembre',
  'Visita a la planta',
  'Enviar propuesta de radio y exteriores para la campaña de aniversario',
  'Reunión con compras',
];
const cards: (BoardCard & { state: string })[] = names.map((title, index) => ({
  id: String(index),
  title,
  to: `/crm/seguimiento/${index}`,
  state: states[index % 2 === 0 ? 0 : 2].id,
  content: (
    <>
      <span>Óptica Ñandú</span>
      <span>09/03/2026, 10:30 a. m.</span>
      {index === 0 && (
        <span data-badge data-tone="danger">
          Alta
        </span>
      )}
    </>
  ),
}));

function Movable(): ReactElement {
  const [now, setNow] = useState(cards);
  const columns: BoardColumn[] = states.map((state) => ({
    ...state,
    cards: now.filter((card) => card.state === state.id),
  }));
  return (
    <Board
      columns={columns}
      label="Actividades por estado"
      moves={(_, from) => states.map(({ id }) => id).filter((id) => id !== from)}
      onMove={({ id }, _, to) =>
        setNow((all) => all.map((card) => (card.id === id ? { ...card, state: to } : card)))
      }
    />
  );
}

export const Usual: Story = {
  render: () => (
    <StoryHost>
      <Movable />
    </StoryHost>
  ),
};

export const Waiting: Story = {
  render: () => (
    <StoryHost>
      <Board columns={[...states]} label="Actividades por estado" moves={() => []} onMove={() => undefined} />
    </StoryHost>
  ),
};
