import type { TrafficBreak, TrafficDay, TrafficSpot } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

const bank = uuid(61);

/** A spot for stories and tests. */
export const spotOf = (place: number, client: string, changes: Partial<TrafficSpot> = {}): TrafficSpot => ({
  id: uuid(place),
  row_version: 1,
  quota_id: uuid(place + 100),
  order_line_id: uuid(place + 200),
  contract: { id: uuid(place + 300), label: `CT-2026-0000${place}` },
  space: 'Noticiero estelar',
  description: `Cuña de aniversario ${place}`,
  client: { id: uuid(400 + client.length), label: client },
  industries: [uuid(500 + client.length)],
  article_id: null,
  taken: 30,
  duration_sec: 30,
  status: 'scheduled',
  starts_on: '2026-12-01',
  ends_on: '2026-12-01',
  units: 1,
  position: `a${place}`,
  pinned: false,
  locked: false,
  separation_reason: null,
  makegood_of_id: null,
  material: 'approved',
  ...changes,
});

const cut = (place: number, airs_at: string, spots: readonly TrafficSpot[]): TrafficBreak => ({
  id: uuid(700 + place),
  name: `Noticiero estelar, corte ${place}`,
  airs_at,
  program: 'Noticiero estelar',
  unit: 'seconds',
  capacity: 120,
  taken: spots.reduce((sum, { taken }) => sum + taken, 0),
  articles: [],
  article_id: null,
  special: null,
  official: [],
  spots,
});

const rivals = { industries: [bank] };

export const someDay: TrafficDay = {
  stations: [{ id: uuid(90), label: 'Canal Antillano' }],
  station: { id: uuid(90), label: 'Canal Antillano' },
  day: '2026-12-01',
  separation: { client: 10, industry: 15 },
  breaks: [
    cut(1, '19:10', [
      spotOf(1, 'Banco Norte', { ...rivals, pinned: true, status: 'confirmed' }),
      spotOf(2, 'Óptica Ñandú', { material: 'pending' }),
    ]),
    cut(2, '19:25', [spotOf(3, 'Refrescos Sur', { status: 'aired' })]),
    cut(3, '19:40', []),
  ],
  loose: [spotOf(4, 'Seguros y Fondos', rivals)],
  unplaced: [
    {
      quota_id: uuid(105),
      description: 'Cuña de 20 s',
      client: { id: uuid(405), label: 'Colmado Central' },
      industries: [uuid(505)],
      article_id: null,
      taken: 20,
      duration_sec: 20,
      contract: { id: uuid(305), label: 'CT-2026-00005' },
      space: 'Noticiero estelar',
      flight: { from: '2026-12-01', to: '2026-12-10' },
      unplaced: 3,
      wanted: { days: [], from: '19:30', to: '20:00', place: 'first', avoided: [] },
    },
  ],
};
