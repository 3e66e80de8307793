import { users } from '../../admin/users/user.ts';
import { companies } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { type JsonRow, json } from '../../kinds/json.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { orderLines } from '../../sales/contracts/order-line.ts';

/** Kinds of work orders (domain §1.8). */
export const workOrderKinds = {
  traffic: 'Tráfico de radio o televisión',
  installation: 'Instalación exterior',
  removal: 'Desinstalación',
  maintenance: 'Mantenimiento',
  print: 'Montaje de prensa',
  digital: 'Carga digital',
  production: 'Producción',
  event: 'Evento o servicio',
} as const;

/** States of a work order (domain §2.4). */
export const workOrderStates = {
  pending: ['Pendiente', 'neutral'],
  material_pending: ['Espera material', 'warning'],
  scheduled: ['Programada', 'info'],
  in_progress: ['En ejecución', 'info'],
  on_air: ['Al aire', 'success'],
  paused: ['Pausada', 'warning'],
  completed: ['Completada', 'success'],
  missed: ['Incumplida', 'danger'],
  cancelled: ['Cancelada', 'neutral'],
} as const;

const inOrder: Rule = ({ planned_start, planned_end }) =>
  !isEmpty(planned_start) && !isEmpty(planned_end) && String(planned_end) < String(planned_start)
    ? { planned_end: ['Debe terminar el día en que empieza o después.'] }
    : null;

const allDone: Guard = {
  needs: ['checklist'],
  why: ({ checklist }) =>
    ((checklist ?? []) as readonly JsonRow[]).every(({ done }) => done === true)
      ? null
      : { code: 'tasks_open', text: 'Quedan tareas por hacer en la lista de control.' },
};

/**
 * Work that puts something sold on the air, on a face or in print (domain §1.8). Signing a contract makes one for each
 * of its lines; others, such as maintenance, are created by hand. It gets its number when it is scheduled.
 */
export const workOrders: Resource = defineResource({
  name: 'work_orders',
  screen: 'implementacion/implementacion',
  label: { one: 'Orden de trabajo', many: 'Órdenes de trabajo', gender: 'f' },
  fields: {
    number: text('Número', {
      max: 60,
      readOnly: true,
      sortable: true,
      width: 'short',
      hint: 'Lo toma al programarse.',
    }),
    description: text('Trabajo', { max: 160, required: true, sortable: true, width: 'wide' }),
    kind: choice('Tipo', workOrderKinds, { required: true, initial: 'maintenance' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    contract_id: reference('Contrato', () => contracts, { readOnly: true }),
    client_id: reference('Cliente', () => clients, { readOnly: true }),
    order_line_id: reference('Renglón contratado', () => orderLines, { readOnly: true }),
    inventory_item_id: reference('Espacio', () => inventoryItems),
    planned_start: date('Empieza', { sortable: true }),
    planned_end: date('Termina', { sortable: true }),
    sla_due: date('Listo a más tardar', {
      sortable: true,
      hint: 'El día en que empieza la pauta.',
    }),
    assignee_id: reference('Responsable', () => users),
    vendor: text('Proveedor', { max: 120 }),
    blockers: longText('Qué lo impide', { max: 1000 }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    cost: money('Costo', { currency: 'currency_code', min: 0 }),
    checklist: json('Lista de control', {
      row: 'Tarea',
      max: 40,
      fields: {
        task: text('Tarea', { max: 160, required: true }),
        done: yesNo('Hecha'),
      },
      formatRow: ({ task, done }) => `${done === true ? '✓' : '○'} ${String(task)}`,
    }),
    status: choice('Estado', workOrderStates, {
      required: true,
      readOnly: true,
      initial: 'pending',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'description',
  code: 'number',
  subtitle: 'number',
  keys: ['number'],
  likeness: { by: {} },
  search: ['number', 'description'],
  order: '-created_at',
  columns: [
    'description',
    'status',
    'kind',
    'contract_id',
    'planned_start',
    'assignee_id',
    'blockers',
    'sla_due',
    'client_id',
  ],
  brief: ['contract_id', 'sla_due'],
  filters: [
    'status',
    'kind',
    'assignee_id',
    'planned_start',
    'sla_due',
    'client_id',
    'contract_id',
    'inventory_item_id',
    'company_id',
  ],
  sections: [
    {
      label: 'Trabajo',
      fields: [
        'description',
        'kind',
        'company_id',
        'contract_id',
        'client_id',
        'order_line_id',
        'inventory_item_id',
      ],
    },
    {
      label: 'Plan',
      fields: ['planned_start', 'planned_end', 'sla_due', 'assignee_id', 'vendor', 'blockers'],
    },
    { label: 'Tareas', fields: ['checklist'] },
    { label: 'Costo', fields: ['cost', 'currency_code'] },
  ],
  owners: ['assignee_id'],
  partOf: ['contract_id'],
  finished: ['completed', 'missed', 'cancelled'],
  permissions: {
    viewAll: 'work_orders.view_all',
    viewTeam: 'work_orders.view_team',
    viewOwn: 'work_orders.view_own',
    create: 'work_orders.create',
    updateAll: 'work_orders.update_all',
    archive: 'work_orders.delete',
    export: 'work_orders.export',
  },
  rules: [inOrder],
  notes: true,
  state: 'status',
  commands: {
    schedule: {
      label: 'Programar',
      done: 'Orden programada',
      from: ['pending', 'material_pending'],
      to: 'scheduled',
      tone: 'primary',
      fields: {
        planned_start: date('Empieza', { required: true }),
        planned_end: date('Termina'),
        assignee_id: reference('Responsable', () => users, { required: true }),
      },
      undo: { never: 'Ya tiene número: pásela a espera de material o cancélela.' },
      explanation: 'Toma su número y queda a cargo de su responsable.',
    },
    await_material: {
      label: 'Esperar material',
      done: 'Orden en espera de material',
      from: ['pending', 'scheduled'],
      to: 'material_pending',
      undo: { by: 'command', name: 'schedule' },
    },
    start: {
      label: 'Iniciar',
      done: 'Orden en ejecución',
      from: ['scheduled'],
      to: 'in_progress',
      tone: 'primary',
      undo: { by: 'command', name: 'pause' },
    },
    go_live: {
      label: 'Poner al aire',
      done: 'Orden al aire',
      from: ['in_progress'],
      to: 'on_air',
      tone: 'primary',
      checked: true,
      undo: { by: 'command', name: 'pause' },
      explanation: 'Necesita la ficha técnica aprobada, si el renglón tiene una.',
    },
    complete: {
      label: 'Completar',
      done: 'Orden completada',
      from: ['in_progress', 'on_air'],
      to: 'completed',
      guards: [allDone],
      undo: { never: 'Cree otra orden para lo que falte.' },
    },
    pause: {
      label: 'Pausar',
      done: 'Orden pausada',
      from: ['scheduled', 'in_progress', 'on_air'],
      to: 'paused',
      rare: true,
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
      undo: { by: 'command', name: 'resume' },
    },
    resume: {
      label: 'Reanudar',
      done: 'Orden reanudada',
      from: ['paused'],
      to: 'in_progress',
      tone: 'primary',
      undo: { by: 'command', name: 'pause' },
    },
    mark_missed: {
      label: 'Marcar incumplida',
      done: 'Orden incumplida',
      from: ['pending', 'material_pending', 'scheduled', 'in_progress', 'paused'],
      to: 'missed',
      tone: 'danger',
      rare: true,
      guards: [
        {
          needs: ['sla_due'],
          why: ({ sla_due }, { today }) =>
            !isEmpty(sla_due) && String(sla_due) < today
              ? null
              : { code: 'in_time', text: 'Su fecha límite aún no ha pasado.' },
        },
      ],
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
      undo: { never: 'Cree otra orden.' },
    },
    cancel: {
      label: 'Cancelar orden',
      done: 'Orden cancelada',
      from: ['pending', 'material_pending', 'scheduled', 'in_progress', 'on_air', 'paused'],
      to: 'cancelled',
      tone: 'danger',
      rare: true,
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
      undo: { never: 'Cree otra orden.' },
    },
  },
});
