import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { Matrix, type MatrixSelection } from './matrix.tsx';
import { arrangeRows, matrixDays } from './matrix-rows.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SpaceList } from './space-list.tsx';

const meta = { title: 'Pantallas/Disponibilidad', component: Matrix } satisfies Meta<typeof Matrix>;

export default meta;
type Story = StoryObj;

const days = matrixDays('2026-12-01', '2026-12-30');
const everyDay = ['1', '2', '3', '4', '5', '6', '7'];

const space = (
  place: number,
  parent: number | null,
  name: string,
  more: Partial<AvailabilityRow> = {},
): AvailabilityRow => ({
  id: `01890a5d-ac96-774b-bcce-b30209${String(place).padStart(6, '0')}`,
  code: `ESP-${place}`,
  name,
  platform: 'Radio',
  subdivision: 'Ritmo 98.5',
  parent_id: parent === null ? null : `01890a5d-ac96-774b-bcce-b30209${String(parent).padStart(6, '0')}`,
  capacity_unit: 'seconds',
  limits: [{ capacity: 180, days: place === 4 ? everyDay.slice(0, 5) : everyDay, active: null }],
  taken: [],
  ...more,
});

const some = arrangeRows([
  space(1, null, 'Rotativo 06:00–24:00', { limits: [{ capacity: 12_960, days: everyDay, active: null }] }),
  space(2, 1, 'Despertador', {
    taken: [
      [0, 180, 60, 90, 30],
      [1, 180, 0, 180, 0],
      [2, 180, 180, 0, 0],
    ],
  }),
  space(3, 2, 'Tanda 06:20', {
    taken: [
      [0, 180, 30, 30, 30],
      [1, null, 0, 0, 0],
    ],
  }),
  space(4, 2, 'Tanda 07:20'),
  space(5, null, 'Portada', {
    platform: 'Digital',
    subdivision: 'Portal de noticias',
    capacity_unit: 'impressions',
    limits: [{ capacity: 1_200_000, days: everyDay, active: null }],
  }),
]);

function Shown({ rows }: { rows: typeof some }): ReactElement {
  const [selection, setSelection] = useState<MatrixSelection | null>(null);
  return (
    <StoryHost resource={inventoryItems}>
      <Matrix days={days} onOpen={() => {}} onSelect={setSelection} rows={rows} selection={selection} />
      <SelectionBar days={days} onOpen={() => {}} selection={selection} summary={`${rows.length} filas`} />
    </StoryHost>
  );
}

export const Some: Story = { render: () => <Shown rows={some} /> };

export const FiveThousand: Story = {
  render: () => (
    <Shown
      rows={arrangeRows(
        Array.from({ length: 5000 }, (_, place) =>
          space(place + 10, null, `Espacio ${place + 1}`, {
            subdivision: `Emisora ${Math.floor(place / 100) + 1}`,
          }),
        ),
      )}
    />
  ),
};

export const List: Story = {
  render: () => (
    <StoryHost resource={inventoryItems}>
      <SpaceList days={days} onOpen={() => {}} rows={some} />
    </StoryHost>
  ),
};
