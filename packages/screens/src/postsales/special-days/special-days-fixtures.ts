import type { SpecialDayEffects } from '@pauta/domain/postsales/special-days/special-day.ts';
import type { DisplacedSpot, SpotVerdict } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

export const someDisplaced: readonly DisplacedSpot[] = [
  {
    placement_id: uuid(11),
    description: 'Cuña de aniversario',
    from: '01/12/2026 · 19:10 · Noticiero estelar, corte 1',
    to: '01/12/2026 · 19:40 · Noticiero estelar, corte 3',
  },
  {
    placement_id: uuid(12),
    description: 'Cuña de Navidad',
    from: '01/12/2026 · 19:10 · Noticiero estelar, corte 1',
    to: null,
  },
];

export const someVerdicts: readonly SpotVerdict[] = [
  {
    line: 2,
    text: 'Canal Antillano · 01/12/2026 · 19:05 · Instituto Electoral',
    place: '01/12/2026 · 19:10 · Noticiero estelar, corte 1',
    problem: null,
  },
  {
    line: 3,
    text: 'Canal Antillano · 01/12/2026 · 03:00 · Instituto Electoral',
    place: null,
    problem: 'No hay un corte abierto a menos de 20 min de las 03:00.',
  },
];

/** A day of which breaks were blocked. */
export const someSpecialDay = {
  id: uuid(1),
  row_version: 1,
  name: 'Debate presidencial',
  kind: 'block',
  subdivision_id: { id: uuid(1, 1), label: 'Canal Antillano' },
  dates: { from: '2026-12-01', to: '2026-12-01' },
  breaks: 1,
  moved: 1,
  unplaced: 1,
  status: 'applied',
  created_at: '2026-11-24T14:00:00Z',
  updated_at: '2026-11-24T14:00:00Z',
} as unknown as AnyRecord;

export const someEffects: SpecialDayEffects = {
  official: [
    {
      day: '2026-12-01',
      airs_at: '19:10',
      space: 'Noticiero estelar, corte 1',
      seconds: 60,
      institution: 'Instituto Electoral',
      title: 'Campaña de cedulación',
    },
  ],
  blocked: [{ day: '2026-12-01', space: 'Noticiero estelar, corte 2', capacity: 0 }],
  displaced: someDisplaced,
};
