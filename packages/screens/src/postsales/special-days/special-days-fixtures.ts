import type { DisplacedSpot, SpotVerdict } from '@pauta/domain/postsales/spot-files/spot-file.ts';
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
