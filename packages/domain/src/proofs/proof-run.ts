import { users } from '../admin/users/user.ts';
import { choice } from '../kinds/choice.ts';
import { dateTime } from '../kinds/date.ts';
import { integer } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import { defineResource } from '../resource/resource.ts';

const count = (label: string) => integer(label, { required: true, readOnly: true, sortable: false });

/**
 * A proof of everything that always holds (domain §2.3, §4.1): every night, and on demand. Its results are read at
 * `GET /api/proof-runs/{id}/results`; runs are kept for 400 days.
 */
export const proofRuns = defineResource({
  name: 'proof_runs',
  screen: 'gestion/pruebas/anteriores',
  label: { one: 'Prueba', many: 'Pruebas', gender: 'f' },
  fields: {
    name: text('Prueba', { max: 40, required: true, readOnly: true, sortable: false, width: 'medium' }),
    status: choice(
      'Resultado',
      {
        running: ['En curso', 'info'],
        passed: ['Todo se cumple', 'success'],
        failed: ['Algo no se cumple', 'danger'],
        incomplete: ['Incompleta', 'warning'],
      },
      { required: true, readOnly: true, width: 'short' },
    ),
    origin: choice(
      'Origen',
      { nightly: 'Cada noche', manual: 'A pedido' },
      { required: true, readOnly: true, width: 'short' },
    ),
    requested_by_id: reference('Pedida por', () => users, { readOnly: true }),
    proved: count('Se cumplen'),
    broken: count('No se cumplen'),
    unproved: count('Sin probar'),
    finished_at: dateTime('Terminada', { readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  order: '-created_at',
  columns: ['name', 'created_at', 'status', 'proved', 'broken', 'unproved', 'origin', 'requested_by_id'],
  brief: ['status', 'broken'],
  filters: ['status', 'origin', 'requested_by_id'],
  sections: [
    {
      label: 'Prueba',
      fields: ['status', 'origin', 'requested_by_id', 'finished_at', 'proved', 'broken', 'unproved'],
    },
  ],
  operations: [],
  permissions: {
    viewAll: 'proofs.view',
    create: 'proofs.run',
    updateAll: 'proofs.run',
    archive: 'proofs.run',
  },
  commands: {
    run: {
      label: 'Probar ahora',
      done: 'Prueba empezada',
      on: 'collection',
      permission: 'proofs.run',
      undo: { never: 'Una prueba no cambia ningún registro.' },
    },
  },
});
