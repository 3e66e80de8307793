import type { AvailabilityRow, SpaceLevel } from '@pauta/domain/inventory/capacity/availability.ts';
import { type BucketSize, bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useMemo, useState } from 'react';
import { Legend } from './legend.tsx';
import { Matrix } from './matrix/matrix.tsx';
import { arrangeRows } from './matrix/rows.ts';
import { type MatrixSelection, selectedCells } from './matrix/selection.ts';
import type { ShownValue } from './matrix/words.ts';
import { SelectionBar } from './selection-bar.tsx';
import { SpaceList } from './space-list.tsx';

const meta = { title: 'Pantallas/Disponibilidad', component: Matrix } satisfies Meta<typeof Matrix>;

export default meta;
type Story = StoryObj;

const everyDay = ['1', '2', '3', '4', '5', '6', '7'];

const space = (
  place: number,
  parent: number | null,
  name: string,
  { rule, taken = [], ...more }: Partial<AvailabilityRow> & Partial<SpaceLevel> = {},
): AvailabilityRow => ({
  id: `01890a5d-ac96-774b-bcce-b30209${String(place).padStart(6, '0')}`,
  code: `ESP-${place}`,
  name,
  platform: 'Radio',
  company: 'Antillana de Medios',
  subdivision: 'Ritmo 98.5',
  parent_id: parent === null ? null : `01890a5d-ac96-774b-bcce-b30209${String(parent).padStart(6, '0')}`,
  capacity_unit: 'seconds',
  levels: [
    {
      rule: rule ?? { capacity: 180, days: place === 4 ? everyDay.slice(0, 5) : everyDay, active: null },
      taken,
    },
  ],
  marks: [],
  exclusive: [],
  ...more,
});

const some = [
  space(1, null, 'Rotativo 06:00–24:00', {
    rule: { capacity: 12_960, days: everyDay, active: null },
    marks: [[3, 0, 2, 0]],
  }),
  space(2, 1, 'Despertador', {
    taken: [
      [0, 180, 60, 90],
      [1, 180, 0, 180],
      [2, 180, 180, 0],
      [4, 210, 0, 200],
    ],
    marks: [
      [2, 2, 0, 0],
      [4, 0, 1, 1],
    ],
  }),
  space(3, 2, 'Tanda 06:20', {
    taken: [[0, 180, 30, 30]],
    exclusive: [[1, 3]],
  }),
  space(4, 2, 'Tanda 07:20'),
  space(5, null, 'Portada', {
    platform: 'Digital',
    company: 'Portal SA',
    subdivision: 'Portal de noticias',
    capacity_unit: 'impressions',
    rule: { capacity: 1_200_000, days: everyDay, active: null },
  }),
];

function Shown({
  spaces,
  by = 'day',
  shown = 'free',
}: {
  spaces: readonly AvailabilityRow[];
  by?: BucketSize;
  shown?: ShownValue;
}): ReactElement {
  const buckets = useMemo(
    () => bucketsOf('2026-12-01', by === 'day' ? '2027-01-29' : '2027-11-30', by),
    [by],
  );
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => arrangeRows(spaces, closed), [spaces, closed]);
  const [selection, setSelection] = useState<MatrixSelection | null>(null);
  return (
    <StoryHost resource={inventoryItems}>
      <Legend isLonger={by !== 'day'} />
      <Matrix
        buckets={buckets}
        by={by}
        onOpen={() => {}}
        onSelect={setSelection}
        onToggle={(id) =>
          setClosed((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
        }
        rows={rows}
        selection={selection}
        shown={shown}
        today={1}
      />
      <SelectionBar
        buckets={buckets}
        onHold={() => {}}
        onOpen={() => {}}
        onQuote={() => {}}
        selected={selectedCells(selection, rows, buckets.length)}
        summary={`${spaces.length} espacios`}
      />
    </StoryHost>
  );
}

export const Some: Story = { render: () => <Shown spaces={some} /> };

export const Percent: Story = { render: () => <Shown shown="pct" spaces={some} /> };

export const Months: Story = {
  render: () => (
    <Shown
      by="month"
      spaces={some.map((one, place) => ({
        ...one,
        levels: one.levels.map(({ rule }) => ({
          rule,
          taken: place === 1 ? [[0, 0, 900, 2400, 0, 3] as const] : [],
        })),
        marks: [],
        exclusive: [],
      }))}
    />
  ),
};

const many = Array.from({ length: 5000 }, (_, place) =>
  space(place + 10, null, `Espacio ${place + 1}`, { subdivision: `Emisora ${Math.floor(place / 100) + 1}` }),
);

export const FiveThousand: Story = { render: () => <Shown spaces={many} /> };

export const List: Story = {
  render: () => (
    <StoryHost resource={inventoryItems}>
      <SpaceList
        buckets={bucketsOf('2026-12-01', '2026-12-30', 'day')}
        onOpen={() => {}}
        rows={arrangeRows(some)}
      />
    </StoryHost>
  ),
};
