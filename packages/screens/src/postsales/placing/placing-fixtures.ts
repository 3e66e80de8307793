import type { PlacingResult } from '@pauta/domain/postsales/placing/placing-plan.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

/** A calculated plan for stories and tests. */
export const somePlan = {
  id: uuid(900),
  row_version: 2,
  name: 'Canal Antillano, 01/12/2026 – 28/12/2026',
  subdivision_id: { id: uuid(90), label: 'Canal Antillano' },
  period: { from: '2026-12-01', to: '2026-12-28' },
  client_id: null,
  contract_id: null,
  with_dated: true,
  preferred_from: null,
  preferred_to: null,
  status: 'calculated',
  wanted: 43,
  placed: 40,
  left_out: 3,
  first_fit: 38,
  valid_until: '2026-12-02',
} as unknown as AnyRecord;

export const someResult: PlacingResult = {
  lines: [
    {
      quota_id: uuid(901),
      description: 'Cuña de aniversario de 30 s',
      client: { id: uuid(902), label: 'Banco Norte' },
      contract: { id: uuid(903), label: 'CT-2026-00012' },
      placed: 17,
      days: 14,
      left_out: 3,
      reasons: 'Demasiado cerca de un competidor en 6 cortes; sin segundos libres en 2 cortes',
      relaxation: 'Con 10 min de separación cabría el martes 08/12/2026 a las 19:25',
    },
    {
      quota_id: uuid(904),
      description: 'Menciones de temporada',
      client: { id: uuid(905), label: 'Óptica Ñandú' },
      contract: { id: uuid(906), label: 'CT-2026-00015' },
      placed: 23,
      days: 20,
      left_out: 0,
      reasons: null,
      relaxation: null,
    },
  ],
  days: [
    { day: '2026-12-01', placed: 3, seconds: 90 },
    { day: '2026-12-02', placed: 2, seconds: 60 },
  ],
};
