import type { LogEntryData } from './log-entry.tsx';

/** A change of a client's name, for tests and stories. */
export const entry: LogEntryData = {
  id: '00000000-0000-0000-0000-0000000004d2',
  number: 1234,
  at: '2026-11-20T14:30:00Z',
  actor_id: { id: '01900000-0000-7000-8000-000000000001', label: 'Luis Matos', code: null },
  on_behalf_of: null,
  action: 'update',
  entity: 'clients',
  record_id: '01900000-0000-7000-8000-000000000002',
  reason: 'Cambio de razón social',
  ip: '10.0.0.7',
  request_id: 'req-1',
  position: 1230,
  about: { title: 'ACME', path: 'crm/clientes/01900000-0000-7000-8000-000000000002' },
  changes: [
    { field: 'trade_name', label: 'Nombre comercial', before: 'ACME', after: 'ACME S. A.' },
    { field: 'status', label: 'Estado', before: 'Prospecto', after: 'Activo' },
  ],
  restore: {
    method: 'PATCH',
    path: '/clients/01900000-0000-7000-8000-000000000002',
    version: 4,
    values: { trade_name: 'ACME' },
    all: { trade_name: 'ACME', notes: 'Antes' },
    blocked: [{ field: 'status', label: 'Estado', reason: 'Lo cambia una acción propia.' }],
  },
};
