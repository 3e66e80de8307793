import { users } from '../../admin/users/user.ts';
import { weekdayNames } from '../../catalogues/choices.ts';
import { divisions } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { closedRange, type DateRange, dateRange } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { integer } from '../../kinds/number.ts';
import { type Reference, reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource, type Rule, type Values } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { quotes } from '../../sales/quotes/quote.ts';
import { inventoryItems } from '../items/inventory-item.ts';

/** States of a hold (domain §2.4). Only an active one occupies capacity; a renewed one is active. */
export const holdStates = {
  requested: ['Solicitada', 'warning'],
  queued: ['En cola', 'warning'],
  active: ['Activa', 'info'],
  converted: ['Convertida en venta', 'success'],
  released: ['Liberada', 'neutral'],
  expired: ['Vencida', 'danger'],
  displaced: ['Desplazada', 'danger'],
  rejected: ['Rechazada', 'danger'],
} as const;

/** States of a hold that can still become a sale. */
export const openHoldStates = ['requested', 'queued', 'active'] as const;

const isOpen = (status: unknown): boolean => openHoldStates.some((state) => state === status);

/**
 * Whether a hold is past its time. It no longer occupies capacity from that moment on, even before the state is changed.
 *
 * @param now the current time
 */
export const isExpired = ({ status, expires_at }: Values, now: Date = new Date()): boolean =>
  status === 'expired' ||
  (isOpen(status) && typeof expires_at === 'string' && Date.parse(expires_at) <= now.getTime());

/** The permission that decides requested holds and displacements, and promotes options out of their turn. */
export const holdDeciders = ['holds.approve'] as const;

/** The longest period of a hold, in days. */
export const longestHold = 366;

const shortFlight: Rule = ({ flight }) => {
  const { from, to } = (flight ?? {}) as Partial<DateRange>;
  if (!from || !to) return null;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days > longestHold ? { flight: [`Reserve como mucho ${longestHold} días.`] } : null;
};

const notPast: Guard = {
  needs: ['expires_at'],
  why: (record) =>
    isOpen(record.status) && isExpired(record)
      ? { text: 'La reserva ya venció y sus espacios quedaron libres. Cree una nueva.', code: 'expired' }
      : null,
};

const notChallenged: Guard = {
  needs: ['challenged_by_id'],
  why: ({ challenged_by_id }) =>
    isEmpty(challenged_by_id)
      ? null
      : {
          text: `La desafió la ${(challenged_by_id as Reference).label}: conviértala en venta antes de que venza, o su lugar pasa a esa opción.`,
          code: 'challenged',
        },
};

const justification = (label: string, hint?: string) =>
  longText(label, { max: 500, min: 5, required: true, ...(hint !== undefined && { hint }) });

/** Units of a space kept for a client until a moment (domain §1.4). Its cells are `capacity_cells`. */
export const holds = defineResource({
  name: 'holds',
  screen: 'ventas/ocupacion-disponibilidad/reservas',
  label: { one: 'Reserva', many: 'Reservas', gender: 'f' },
  fields: {
    number: text('Número', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    client_id: reference('Cliente', () => clients, { required: true }),
    agency_id: reference('Agencia', (): Resource => agencies),
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true }),
    division_id: reference('División', () => divisions, takenFrom('inventory_item_id', 'division_id')),
    flight: dateRange('Periodo', { required: true, sortable: true }),
    days: choices('Días', weekdayNames, {
      required: true,
      initial: Object.keys(weekdayNames),
      width: 'short',
    }),
    units_per_day: integer('Cantidad por día', {
      min: 1,
      max: 1_000_000_000,
      required: true,
      initial: 1,
      aggregate: null,
      hint: 'Cuñas, caras, páginas… de cada día.',
    }),
    duration_sec: integer('Duración (s)', {
      min: 1,
      max: 7200,
      aggregate: null,
      hint: 'De cada cuña, si el espacio se vende por segundos.',
    }),
    status: choice('Estado', holdStates, {
      required: true,
      readOnly: true,
      sortable: true,
      width: 'short',
      besides: ['expires_at'],
    }),
    expires_at: dateTime('Vence', { required: true, readOnly: true }),
    owner_id: reference('Responsable', () => users, { required: true, begins: { from: 'me' } }),
    renewals: integer('Renovaciones', { required: true, readOnly: true, min: 0, aggregate: null }),
    rank: integer('Opción', {
      readOnly: true,
      computed: true,
      min: 1,
      sortable: false,
      aggregate: null,
      hint: '1 es la primera opción: tiene el espacio. Las demás esperan su turno.',
    }),
    waits: yesNo('Quedar en cola si no hay lugar', {
      initial: false,
      hint: 'Como segunda opción: si la primera se libera o vence, pasa a tener el espacio.',
    }),
    queued_at: dateTime('En cola desde', { readOnly: true, when: { field: 'status', is: ['queued'] } }),
    challenged_by_id: reference('Desafiada por', (): Resource => holds, { readOnly: true }),
    unchallenged_until: dateTime('Vencía, sin el desafío', {
      readOnly: true,
      isInternal: true,
      sortable: false,
    }),
    displaced_by_id: reference('Desplazada por', (): Resource => holds, { readOnly: true }),
    quote_id: reference('Presupuesto', (): Resource => quotes, { readOnly: true }),
    notes: longText('Nota', { max: 1000 }),
    reason: longText('Por qué terminó', { max: 500, readOnly: true }),
  },
  title: 'number',
  search: ['number'],
  order: '-created_at',
  columns: [
    'number',
    'client_id',
    'inventory_item_id',
    'flight',
    'units_per_day',
    'rank',
    'expires_at',
    'owner_id',
    'status',
  ],
  brief: ['inventory_item_id', 'expires_at'],
  filters: [
    'status',
    'client_id',
    'agency_id',
    'quote_id',
    'inventory_item_id',
    'division_id',
    'owner_id',
    'flight',
    'expires_at',
    'created_at',
  ],
  sections: [
    { label: 'Reserva', fields: ['client_id', 'agency_id', 'inventory_item_id', 'owner_id'] },
    {
      label: 'Cuánto y cuándo',
      fields: ['flight', 'days', 'units_per_day', 'duration_sec', 'waits', 'quote_id', 'notes'],
    },
  ],
  operations: ['create'],
  permissions: {
    viewAll: 'holds.view_all',
    viewTeam: 'holds.view_team',
    viewOwn: 'holds.view_own',
    create: 'holds.create',
    updateAll: 'holds.update_all',
    updateOwn: 'holds.update_own',
    archive: 'holds.update_all',
    export: 'holds.export',
  },
  owners: ['owner_id'],
  finished: ['converted', 'released', 'expired', 'displaced', 'rejected'],
  state: 'status',
  commands: {
    renew: {
      label: 'Renovar',
      done: 'Reserva renovada',
      from: ['active'],
      tone: 'primary',
      checked: true,
      guards: [notPast, notChallenged],
      undo: { never: 'Una renovación no se deshace. Libere la reserva si ya no hace falta.' },
      explanation: 'El plazo vuelve a empezar ahora.',
    },
    challenge: {
      label: 'Desafiar',
      done: 'Primera opción desafiada',
      from: ['queued'],
      checked: true,
      single: true,
      guards: [notPast],
      undo: { never: 'Un desafío no se deshace. Libere la opción si ya no hace falta.' },
      explanation:
        'Quien tiene el espacio lo convierte en venta dentro de las horas hábiles que fija la configuración, o lo pierde y el lugar pasa a esta opción. Se le avisa por correo.',
    },
    displace: {
      label: 'Pedir desplazamiento',
      done: 'Desplazamiento pedido',
      from: ['queued'],
      checked: true,
      single: true,
      rare: true,
      guards: [notPast],
      undo: { never: 'Retire la solicitud en Aprobaciones.' },
      fields: { reason: justification('Motivo', 'Lo lee quien decide, y quien pierde el espacio.') },
      explanation: 'Otra persona decide si esta opción pasa delante de quien tiene el espacio.',
    },
    promote: {
      label: 'Promover',
      done: 'Opción promovida',
      from: ['queued'],
      to: 'active',
      permission: holdDeciders[0],
      guards: [notPast],
      undo: { never: 'Libere la reserva si ya no hace falta.' },
      explanation: 'Toma el espacio ahora, sin esperar su turno en la cola, si queda lugar.',
    },
    approve: {
      label: 'Aprobar',
      done: 'Reserva aprobada',
      from: ['requested'],
      permission: holdDeciders[0],
      tone: 'primary',
      guards: [notPast],
      fields: { reason: longText('Comentario', { max: 500 }) },
      undo: { never: 'Libere la reserva si ya no hace falta.' },
      explanation: 'Toma el espacio ahora; si ya no queda lugar, espera en la cola.',
    },
    reject: {
      label: 'Rechazar',
      done: 'Reserva rechazada',
      from: ['requested'],
      to: 'rejected',
      permission: holdDeciders[0],
      tone: 'danger',
      fields: { reason: justification('Motivo', 'Lo lee quien la pidió.') },
      undo: { never: 'Pida otra reserva.' },
      explanation: 'No toma el espacio.',
    },
    release: {
      label: 'Liberar',
      done: 'Reserva liberada',
      from: openHoldStates,
      to: 'released',
      tone: 'danger',
      atHand: true,
      undo: { never: 'Los espacios liberados pueden estar ya ocupados. Cree otra reserva.' },
      fields: { reason: longText('Motivo', { max: 500 }) },
      explanation: 'Sus espacios quedan libres para los demás ahora mismo.',
    },
  },
  rules: [closedRange('flight'), shortFlight],
});
