import type { CrewRoute, RouteStop } from '@pauta/domain/implementation/route/crew-route.ts';

const stop: RouteStop = {
  id: '0190a000-0000-7000-8000-000000000001',
  number: 'OT-2026-00012',
  description: 'Valla de la 27',
  kind: 'installation',
  status: 'in_progress',
  client: 'Óptica Ñandú',
  space: 'Valla 27-N',
  address: 'Av. 27 de Febrero 120',
  latitude: 18.5,
  longitude: -69.9,
  planned_start: '2026-12-01',
  sla_due: '2026-12-02',
  blockers: null,
  crew: 'Cuadrilla Norte',
  photos: 1,
  steps: [
    {
      id: 's-0',
      task: 'Permiso vigente',
      is_required: true,
      done_at: '2026-12-01T13:00:00Z',
      done_by: 'Ana Pérez',
      remark: null,
    },
    { id: 's-1', task: 'Arte instalado', is_required: true, done_at: null, done_by: null, remark: null },
    {
      id: 's-2',
      task: 'Iluminación revisada',
      is_required: false,
      done_at: null,
      done_by: null,
      remark: null,
    },
  ],
};

/** A route of two stops. For tests and stories. */
export const someRoute: CrewRoute = {
  day: '2026-12-01',
  stops: [
    stop,
    {
      ...stop,
      id: '0190a000-0000-7000-8000-000000000002',
      number: 'OT-2026-00013',
      description: 'Valla de la Duarte',
      status: 'scheduled',
      blockers: 'Falta el permiso.',
      photos: 0,
      steps: [],
    },
  ],
};
