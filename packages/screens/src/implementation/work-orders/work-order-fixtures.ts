import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

const states = ['pending', 'material_pending', 'scheduled', 'in_progress', 'on_air', 'paused', 'missed'];

/** Orders of this week in several states, one of them blocked. For tests and stories. */
export const someOrders = (): readonly AnyRecord[] => {
  const today = companyToday();
  return states.map((status, place) => ({
    id: uuid(place + 1),
    row_version: 1,
    archived_at: null,
    created_at: `${today}T12:00:00Z`,
    updated_at: `${today}T12:00:00Z`,
    number: place < 2 ? null : `OT-2026-0000${place}`,
    description: `Valla de la avenida ${27 + place}`,
    kind: place % 2 === 0 ? 'installation' : 'maintenance',
    status,
    client_id: { id: uuid(90), label: 'Óptica Ñandú', code: 'C-1' },
    crew_id: place % 2 === 0 ? { id: uuid(91), label: 'Cuadrilla Norte', code: null } : null,
    assignee_id: null,
    planned_start: today,
    planned_end: today,
    sla_due: addDays(today, place - 3),
    blockers: status === 'paused' ? 'Falta el permiso del ayuntamiento.' : null,
    steps_open: place,
  }));
};
