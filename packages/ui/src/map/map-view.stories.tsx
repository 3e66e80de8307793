import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useMemo, useState } from 'react';
import { StoryHost } from '../testing/story-host.tsx';
import type { MapPoint } from './map-points.ts';
import { MapView } from './map-view.tsx';

const meta = { title: 'Pantallas/Mapa', component: MapView } satisfies Meta<typeof MapView>;

export default meta;
type Story = StoryObj;

/** Points spread over the country, always the same ones. */
const spread = (count: number): readonly MapPoint[] =>
  Array.from({ length: count }, (_, n): MapPoint => {
    const part = (step: number): number => (n * step) % 1;
    const status = n % 9 === 0 ? 'maintenance' : 'active';
    return [
      String(n),
      `V-${n}`,
      `Valla ${n}`,
      18.25 + part(0.618_034) * 1.4,
      -71.5 + part(0.754_878) * 2.9,
      status,
    ];
  });

const squares: readonly MapPoint[] = [
  ['s1', null, 'Supermercado Nacional', 18.4713, -69.93, 'Supermercado'],
  ['s2', null, 'Supermercado Bravo', 18.479, -69.942, 'Supermercado'],
];
const circles = [{ center: { latitude: 18.4713, longitude: -69.93 }, km: 20 }];

function Shown({ count, around = false }: { count: number; around?: boolean }): ReactElement {
  const points = useMemo(() => spread(count), [count]);
  const [current, setCurrent] = useState<string | null>(null);
  const selected = useMemo(() => new Set(['3', '14', '15']), []);
  return (
    <StoryHost>
      <div style={{ display: 'grid', blockSize: '28rem' }}>
        <MapView
          {...(around && { circles, landmarks: squares })}
          countText={(visible) => `${visible} espacios a la vista`}
          current={current}
          label="Mapa de espacios"
          onPick={([first]) => setCurrent(first?.[0] ?? null)}
          points={points}
          selected={selected}
          toneOf={([, , , , , status]) => (status === 'active' ? 'success' : 'warning')}
        />
      </div>
    </StoryHost>
  );
}

export const Faces: Story = { name: 'Cien espacios', render: () => <Shown count={100} /> };
export const Many: Story = { name: 'Diez mil espacios', render: () => <Shown count={10_000} /> };
export const Around: Story = {
  name: 'A una distancia, con puntos de interés',
  render: () => <Shown around count={100} />,
};
export const Empty: Story = { name: 'Sin espacios', render: () => <Shown count={0} /> };
