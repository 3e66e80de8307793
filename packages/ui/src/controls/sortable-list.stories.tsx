import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { moved, SortableList } from './sortable-list.tsx';

const meta = { title: 'Controles/Lista ordenable', component: SortableList } satisfies Meta<
  typeof SortableList
>;

export default meta;
type Story = StoryObj<typeof meta>;

const months = [
  { id: 'jan', label: 'Enero', note: 'ENE' },
  { id: 'feb', label: 'Febrero', note: 'FEB' },
  { id: 'mar', label: 'Marzo', note: 'MAR' },
  { id: 'apr', label: 'Abril', note: 'ABR' },
];

function Sortable(): ReactElement {
  const [items, setItems] = useState<readonly (typeof months)[number][]>(months);
  return (
    <SortableList
      items={items}
      label="Meses"
      onMove={(id, after) => setItems((now) => moved(now, id, after))}
    />
  );
}

const args = { label: 'Meses', items: months, onMove: () => undefined };

export const Usual: Story = { args, render: () => <Sortable /> };
export const ReadOnly: Story = { args: { ...args, readOnly: true } };
