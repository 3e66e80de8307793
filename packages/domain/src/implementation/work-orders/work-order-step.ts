import { users } from '../../admin/users/user.ts';
import { dateTime } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { fieldWorkPermissions } from '../permissions.ts';
import { workOrders } from './work-order.ts';

const isDone: Guard = {
  needs: ['done_at'],
  why: ({ done_at }) => (done_at ? null : { code: 'not_done', text: 'Este paso aún no está hecho.' }),
};

/** A step of a work order: copied from the checklist of its kind when the order was made, and ticked by who does it. */
export const workOrderSteps: Resource = defineResource({
  name: 'work_order_steps',
  screen: 'implementacion/implementacion/pasos',
  label: { one: 'Paso', many: 'Pasos', gender: 'm' },
  fields: {
    work_order_id: reference('Orden de trabajo', (): Resource => workOrders, {
      required: true,
      readOnly: true,
    }),
    place: integer('N.º', {
      required: true,
      readOnly: true,
      min: 1,
      sortable: true,
      aggregate: null,
      width: 'short',
    }),
    task: text('Paso', { max: 160, required: true, readOnly: true, width: 'wide' }),
    is_required: yesNo('Obligatorio', { readOnly: true, initial: true }),
    done_at: dateTime('Hecho el', { readOnly: true, sortable: false }),
    done_by_id: reference('Lo hizo', () => users, { readOnly: true }),
    remark: longText('Nota', { max: 1000, readOnly: true }),
  },
  title: 'task',
  search: ['task'],
  searchable: false,
  order: 'place',
  columns: ['place', 'task', 'is_required', 'done_at', 'done_by_id', 'remark'],
  brief: ['done_at'],
  filters: ['work_order_id', 'is_required', 'done_by_id', 'done_at'],
  sections: [
    {
      label: 'Paso',
      fields: ['work_order_id', 'place', 'task', 'is_required', 'done_at', 'done_by_id', 'remark'],
    },
  ],
  operations: [],
  partOf: ['work_order_id'],
  permissions: fieldWorkPermissions,
  commands: {
    tick: {
      label: 'Marcar hecho',
      done: 'Paso hecho',
      permission: 'work_orders.execute',
      tone: 'primary',
      atHand: true,
      fields: {
        done_at: dateTime('Hecho el', { hint: 'Vacío: ahora.' }),
        remark: longText('Nota', { max: 1000 }),
      },
      undo: { by: 'command', name: 'untick' },
    },
    untick: {
      label: 'Desmarcar',
      done: 'Paso por hacer',
      permission: 'work_orders.execute',
      guards: [isDone],
      undo: { by: 'command', name: 'tick' },
    },
  },
});
