import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { orderLines } from '../../sales/contracts/order-line.ts';
import { workOrders } from '../work-orders/work-order.ts';
import { lateStartKinds } from '../work-orders/work-order-choices.ts';

/** States of what is proposed for a late start. */
export const lateStartStates = {
  open: ['Por decidir', 'warning'],
  accepted: ['Aceptada', 'success'],
  rejected: ['Rechazada', 'neutral'],
} as const;

const { none: _, ...proposed } = lateStartKinds;

const whole = (label: string) =>
  integer(label, { required: true, readOnly: true, min: 1, sortable: true, width: 'short' });

/**
 * What a client is given because something was put on the air after the first day of its flight, by the rule of its kind of
 * order: a credit of the days that passed, or as many days more. The database proposes it once per order; staff decide.
 */
export const lateStarts: Resource = defineResource({
  name: 'late_starts',
  screen: 'implementacion/implementacion/tardias',
  label: { one: 'Inicio tardío', many: 'Inicios tardíos', gender: 'm' },
  fields: {
    label: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    work_order_id: reference('Orden de trabajo', (): Resource => workOrders, {
      required: true,
      readOnly: true,
    }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    order_line_id: reference('Renglón contratado', () => orderLines, { required: true, readOnly: true }),
    kind: choice('Propuesta', proposed, { required: true, readOnly: true, initial: 'credit' }),
    due_on: date('Debió empezar', { required: true, readOnly: true, sortable: true }),
    live_on: date('Empezó', { required: true, readOnly: true, sortable: true }),
    days_late: whole('Días tarde'),
    flight_days: whole('Días del vuelo'),
    currency_code: choice('Moneda', currencies, {
      required: true,
      readOnly: true,
      initial: 'DOP',
      width: 'short',
    }),
    amount: money('Crédito', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      initial: '0.00',
      min: 0,
      hint: 'El neto del renglón por los días tarde entre los días del vuelo.',
    }),
    decision: longText('Decisión', { max: 1000, readOnly: true }),
    status: choice('Estado', lateStartStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-created_at',
  columns: [
    'label',
    'contract_id',
    'client_id',
    'kind',
    'due_on',
    'live_on',
    'days_late',
    'amount',
    'status',
  ],
  brief: ['contract_id', 'amount'],
  filters: ['status', 'kind', 'contract_id', 'client_id', 'work_order_id', 'live_on'],
  sections: [
    { label: 'Renglón', fields: ['work_order_id', 'contract_id', 'client_id', 'order_line_id'] },
    { label: 'Atraso', fields: ['due_on', 'live_on', 'days_late', 'flight_days'] },
    { label: 'Propuesta', fields: ['kind', 'amount', 'currency_code', 'decision'] },
  ],
  operations: [],
  partOf: ['contract_id', 'work_order_id'],
  finished: ['accepted', 'rejected'],
  permissions: {
    viewAll: 'work_orders.view_all',
    viewTeam: 'work_orders.view_team',
    viewOwn: 'work_orders.view_own',
    create: 'work_orders.settle',
    updateAll: 'work_orders.settle',
    archive: 'work_orders.settle',
    export: 'work_orders.export',
  },
  state: 'status',
  commands: {
    accept: {
      label: 'Aceptar',
      done: 'Propuesta aceptada',
      from: ['open'],
      to: 'accepted',
      permission: 'work_orders.settle',
      tone: 'primary',
      fields: { decision: longText('Nota', { max: 1000 }) },
      undo: { by: 'command', name: 'reopen' },
      explanation:
        'Se le debe al cliente: el crédito se factura con una nota de crédito; los días se colocan como compensación.',
    },
    reject: {
      label: 'Rechazar',
      done: 'Propuesta rechazada',
      from: ['open'],
      to: 'rejected',
      permission: 'work_orders.settle',
      tone: 'danger',
      reason: 'decision',
      fields: { decision: longText('Motivo', { max: 1000, min: 3, required: true }) },
      undo: { by: 'command', name: 'reopen' },
    },
    reopen: {
      label: 'Volver a decidir',
      done: 'Propuesta por decidir',
      from: ['accepted', 'rejected'],
      to: 'open',
      permission: 'work_orders.settle',
      rare: true,
      undo: { never: 'Decida otra vez.' },
    },
  },
});
