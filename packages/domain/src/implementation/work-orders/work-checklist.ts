import { choice } from '../../kinds/choice.ts';
import { json } from '../../kinds/json.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { workSetupPermissions } from '../permissions.ts';
import { lateStartKinds, workOrderKinds } from './work-order-choices.ts';

/**
 * What every work order of a kind begins with: the steps that new orders copy, and what a late start gives the client
 * (domain §1.8). There is one of each kind.
 */
export const workChecklists: Resource = defineResource({
  name: 'work_checklists',
  screen: 'implementacion/implementacion/listas',
  label: { one: 'Lista de control', many: 'Listas de control', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 80, required: true, sortable: true }),
    kind: choice('Tipo de orden', workOrderKinds, { required: true, readOnly: true, initial: 'maintenance' }),
    steps: json('Pasos', {
      row: 'Paso',
      max: 40,
      required: true,
      fields: {
        task: text('Paso', { max: 160, required: true }),
        required: yesNo('Obligatorio', { initial: true }),
      },
      formatRow: ({ task, required }) => `${String(task)}${required === false ? ' (opcional)' : ''}`,
      hint: 'Los copia cada orden nueva; las que ya existen conservan los suyos.',
    }),
    late_start: choice('Si empieza tarde', lateStartKinds, {
      required: true,
      initial: 'none',
      hint: 'Lo que se propone dar al cliente por los días del vuelo que pasaron sin estar al aire.',
    }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  order: 'name',
  columns: ['name', 'kind', 'steps', 'late_start'],
  brief: ['late_start'],
  filters: ['kind', 'late_start'],
  sections: [{ label: 'Lista', fields: ['name', 'kind', 'steps', 'late_start'] }],
  operations: ['update'],
  permissions: workSetupPermissions,
});
