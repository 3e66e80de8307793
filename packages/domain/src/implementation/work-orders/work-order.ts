import { users } from '../../admin/users/user.ts';
import { platforms } from '../../catalogues/inventory.ts';
import { companies, divisions } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { choice } from '../../kinds/choice.ts';
import { url } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { orderLines } from '../../sales/contracts/order-line.ts';
import { workCrews } from '../crews/work-crew.ts';
import { workOrderPermissions } from '../permissions.ts';
import { openWorkStates, preparingStates, workOrderKinds, workOrderStates } from './work-order-choices.ts';

const inOrder: Rule = ({ planned_start, planned_end }) =>
  !isEmpty(planned_start) && !isEmpty(planned_end) && String(planned_end) < String(planned_start)
    ? { planned_end: ['Debe terminar el día en que empieza o después.'] }
    : null;

const allDone: Guard = {
  needs: ['steps_open'],
  why: ({ steps_open }) =>
    Number(steps_open ?? 0) === 0
      ? null
      : { code: 'steps_open', text: 'Quedan pasos obligatorios por hacer. Márquelos en la pestaña Pasos.' },
};

const notBlocked: Guard = {
  needs: ['blockers'],
  why: ({ blockers }) =>
    isEmpty(blockers)
      ? null
      : { code: 'blocked', text: `La orden está bloqueada: ${String(blockers)} Resuelva antes el bloqueo.` },
};

const isBlocked: Guard = {
  needs: ['blockers'],
  why: ({ blockers }) =>
    isEmpty(blockers) ? { code: 'not_blocked', text: 'Nada impide el trabajo de esta orden.' } : null,
};

const dates = () => ({
  planned_start: date('Empieza', { required: true }),
  planned_end: date('Termina'),
});

const reason = () => longText('Motivo', { max: 1000, min: 3, required: true });

const whoWorks = () => ({
  crew_id: reference('Cuadrilla', () => workCrews),
  assignee_id: reference('Responsable', () => users),
});

/**
 * Work that puts something sold on the air, on a face or in print (domain §1.8). Signing a contract makes one for each
 * of its lines, and the end of an installation its removal; others, such as maintenance, are created by hand. It gets
 * its number when it is scheduled, and its steps from the checklist of its kind when it is made.
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
    owner_id: reference('Vendedor', () => users, takenFrom('contract_id', 'owner_id')),
    division_id: reference('División', () => divisions, takenFrom('inventory_item_id', 'division_id')),
    platform_id: reference('Plataforma', () => platforms, {
      readOnly: true,
      derived: true,
      hint: 'La del espacio.',
    }),
    planned_start: date('Empieza', { sortable: true }),
    planned_end: date('Termina', { sortable: true }),
    sla_due: date('Listo a más tardar', {
      sortable: true,
      hint: 'El día en que empieza la pauta.',
    }),
    live_on: date('Al aire desde', { readOnly: true, sortable: false }),
    assignee_id: reference('Responsable', () => users),
    crew_id: reference('Cuadrilla', () => workCrews),
    vendor: text('Proveedor', { max: 120 }),
    blockers: longText('Bloqueo', { max: 1000, readOnly: true, hint: 'Lo que impide el trabajo.' }),
    blocked_on: date('Bloqueada desde', { readOnly: true, sortable: false }),
    solver_id: reference('Lo resuelve', () => users, { readOnly: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    cost: money('Costo', { currency: 'currency_code', min: 0 }),
    evidence_url: url('Enlace a la evidencia'),
    removal_of_id: reference('Retira lo de', (): Resource => workOrders, { readOnly: true }),
    steps_open: integer('Pasos por hacer', {
      required: true,
      readOnly: true,
      initial: 0,
      min: 0,
      sortable: false,
      aggregate: null,
      hint: 'Los obligatorios que faltan.',
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
    'crew_id',
    'blockers',
    'sla_due',
    'client_id',
  ],
  brief: ['contract_id', 'sla_due'],
  filters: [
    'status',
    'kind',
    'crew_id',
    'assignee_id',
    'platform_id',
    'planned_start',
    'sla_due',
    'client_id',
    'contract_id',
    'inventory_item_id',
    'owner_id',
    'division_id',
    'blocked_on',
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
        'platform_id',
        'removal_of_id',
      ],
    },
    {
      label: 'Plan',
      fields: [
        'planned_start',
        'planned_end',
        'sla_due',
        'live_on',
        'assignee_id',
        'crew_id',
        'vendor',
        'steps_open',
      ],
    },
    { label: 'Bloqueo', fields: ['blockers', 'blocked_on', 'solver_id'] },
    { label: 'Costo y evidencia', fields: ['cost', 'currency_code', 'evidence_url'] },
  ],
  owners: ['assignee_id'],
  partOf: ['contract_id'],
  finished: ['completed', 'missed', 'cancelled'],
  parts: ['work_order_steps'],
  lent: 'crew_work_orders',
  permissions: workOrderPermissions,
  rules: [inOrder],
  notes: true,
  state: 'status',
  commands: {
    generate: {
      label: 'Generar órdenes',
      done: 'Órdenes generadas',
      on: 'collection',
      permission: 'work_orders.create',
      preview: 'rollback',
      undo: { never: 'Cancele las órdenes que no hagan falta.' },
      explanation:
        'Crea las órdenes que faltan de los renglones de contratos firmados y vigentes, y las desinstalaciones de los vuelos que terminan en los próximos 7 días.',
    },
    validate: {
      label: 'Validar material',
      done: 'Material en validación',
      from: ['pending', 'material_pending'],
      to: 'in_validation',
      undo: { by: 'log' },
    },
    schedule: {
      label: 'Programar',
      done: 'Orden programada',
      from: ['pending', 'material_pending', 'in_validation'],
      to: 'scheduled',
      tone: 'primary',
      fields: { ...dates(), ...whoWorks() },
      undo: { never: 'Ya tiene número: pásela a espera de material o cancélela.' },
      explanation: 'Toma su número y queda a cargo de su responsable o de su cuadrilla.',
    },
    await_material: {
      label: 'Esperar material',
      done: 'Orden en espera de material',
      from: ['pending', 'in_validation', 'scheduled'],
      to: 'material_pending',
      undo: { by: 'command', name: 'schedule' },
    },
    assign: {
      label: 'Asignar',
      done: 'Orden asignada',
      from: [...openWorkStates],
      atHand: true,
      fields: { ...whoWorks(), vendor: text('Proveedor', { max: 120 }) },
      undo: { by: 'log' },
      explanation: 'Cambia solo lo que se indica: la cuadrilla, el responsable o el proveedor.',
    },
    reprogram: {
      label: 'Reprogramar',
      done: 'Orden reprogramada',
      from: [...preparingStates, 'paused'],
      atHand: true,
      fields: dates(),
      undo: { by: 'log' },
    },
    start: {
      label: 'Iniciar',
      done: 'Orden en ejecución',
      from: ['scheduled'],
      to: 'in_progress',
      permission: 'work_orders.execute',
      tone: 'primary',
      guards: [notBlocked],
      undo: { by: 'command', name: 'pause' },
    },
    go_live: {
      label: 'Poner al aire',
      done: 'Orden al aire',
      from: ['in_progress'],
      to: 'on_air',
      permission: 'work_orders.execute',
      tone: 'primary',
      checked: true,
      guards: [allDone, notBlocked],
      undo: { by: 'command', name: 'pause' },
      explanation:
        'Necesita sus pasos hechos, y la ficha técnica aprobada con su material si el renglón tiene una.',
    },
    complete: {
      label: 'Completar',
      done: 'Orden completada',
      from: ['in_progress', 'on_air'],
      to: 'completed',
      permission: 'work_orders.execute',
      checked: true,
      guards: [allDone, notBlocked],
      undo: { never: 'Cree otra orden para lo que falte.' },
    },
    block: {
      label: 'Registrar bloqueo',
      done: 'Bloqueo registrado',
      from: [...openWorkStates],
      rare: true,
      fields: {
        blockers: longText('Qué lo impide', { max: 1000, min: 3, required: true }),
        solver_id: reference('Quién lo resuelve', () => users),
        blocked_on: date('Desde', { hint: 'Vacío: hoy.' }),
      },
      reason: 'blockers',
      undo: { by: 'command', name: 'unblock' },
    },
    unblock: {
      label: 'Resolver bloqueo',
      done: 'Bloqueo resuelto',
      from: [...openWorkStates],
      guards: [isBlocked],
      fields: { reason: longText('Cómo se resolvió', { max: 1000, min: 3, required: true }) },
      undo: { by: 'log' },
    },
    pause: {
      label: 'Pausar',
      done: 'Orden pausada',
      from: ['scheduled', 'in_progress', 'on_air'],
      to: 'paused',
      rare: true,
      fields: { reason: reason() },
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
      by: ['user', 'system'],
      from: [...preparingStates, 'paused'],
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
      fields: { reason: reason() },
      undo: { by: 'command', name: 'recover' },
    },
    recover: {
      label: 'Retomar',
      done: 'Orden retomada',
      from: ['missed'],
      to: 'scheduled',
      tone: 'primary',
      fields: { ...dates(), ...whoWorks() },
      undo: { never: 'Ya está programada otra vez: cancélela si no se hará.' },
      explanation: 'El trabajo se hace tarde: al ponerse al aire se propone lo que corresponde al cliente.',
    },
    cancel: {
      label: 'Cancelar orden',
      done: 'Orden cancelada',
      from: [...openWorkStates],
      to: 'cancelled',
      tone: 'danger',
      rare: true,
      fields: { reason: reason() },
      undo: { never: 'Cree otra orden.' },
    },
  },
});
