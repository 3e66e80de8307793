import { choice } from '../../kinds/choice.ts';
import { integer } from '../../kinds/number.ts';
import { longText, text } from '../../kinds/text.ts';
import type { Command } from '../../resource/command.ts';
import { defineResource } from '../../resource/resource.ts';
import { borrowedPermissions } from './proposals.ts';

const fields = {
  count: integer('Cuántos', { required: true, min: 1, max: 1000 }),
  reason: longText('Motivo', { max: 200 }),
};

const filling = {
  runs: 'job',
  permission: 'clients.update_all',
  fields,
  preview: 'plan',
  undo: { by: 'log' },
} satisfies Partial<Command>;

/** Records with commands that run as jobs, each of which creates further records. */
export const batches = defineResource({
  name: 'batches',
  screen: 'pruebas/lotes',
  label: { one: 'Lote', many: 'Lotes', gender: 'm' },
  title: 'name',
  state: 'status',
  permissions: borrowedPermissions,
  fields: {
    name: text('Nombre', { max: 120, required: true, sortable: true }),
    status: choice(
      'Estado',
      { open: 'Abierto', full: 'Lleno' },
      { readOnly: true, required: true, initial: 'open' },
    ),
  },
  commands: {
    fill: { label: 'Llenar', done: 'Lote llenado', ...filling },
    fill_up: { label: 'Completar', done: 'Lote completado', ...filling, from: ['open'], to: 'full' },
    fill_all: { label: 'Llenar todo', done: 'Lotes llenados', ...filling, on: 'collection' },
  },
});
