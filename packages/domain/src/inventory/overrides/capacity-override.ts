import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { closedRange, dateRange } from '../../kinds/date-range.ts';
import { integer, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText } from '../../kinds/text.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { inventoryItems } from '../items/inventory-item.ts';

/** The permission that decides whether a space is sold above its capacity. */
export const overrideDeciders = ['holds.override_capacity'] as const;

const ownRequest: Guard = {
  needs: ['requested_by_id'],
  why: ({ requested_by_id }, { userId }) =>
    (requested_by_id as { readonly id: string } | null)?.id === userId
      ? null
      : { text: 'Solo quien la pidió puede retirarla.', code: 'not_yours' },
};

/**
 * Units that may be held and sold above the capacity of a space on some days: with a reason, up to a share of the capacity
 * and until a moment, decided by somebody else than who asked (domain §2.3, I2). What was sold by then stays, and the days
 * keep a mark for good.
 */
export const capacityOverrides: Resource = defineResource({
  name: 'capacity_overrides',
  screen: 'ventas/ocupacion-disponibilidad/sobrecapacidad',
  label: { one: 'Sobrecapacidad', many: 'Sobrecapacidades', gender: 'f' },
  fields: {
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true }),
    dates: dateRange('Días', { required: true, sortable: true }),
    units: integer('De más al día', {
      min: 1,
      max: 1_000_000_000,
      required: true,
      aggregate: null,
      hint: 'En la unidad del espacio: segundos, cuñas, caras…',
    }),
    expires_at: dateTime('Se puede usar hasta', {
      required: true,
      sortable: true,
      hint: 'Desde entonces, lo que nadie tomó deja de poder venderse.',
    }),
    reason: longText('Motivo', {
      max: 300,
      min: 5,
      required: true,
      hint: 'Por qué conviene vender más de lo que cabe, y cómo se entregará.',
    }),
    limit_pct: percent('Límite al pedirla', { required: true, readOnly: true, aggregate: null }),
    status: choice(
      'Estado',
      {
        requested: ['Por decidir', 'warning'],
        approved: ['Aprobada', 'success'],
        rejected: ['Rechazada', 'danger'],
        withdrawn: ['Retirada', 'neutral'],
        expired: ['Terminada', 'neutral'],
      },
      { required: true, readOnly: true, width: 'short' },
    ),
    requested_by_id: reference('Pedida por', () => users, { readOnly: true }),
    decided_by_id: reference('Decidida por', () => users, { readOnly: true }),
    decision_reason: longText('Motivo de la decisión', { max: 500, readOnly: true }),
  },
  title: 'reason',
  search: ['reason'],
  order: '-created_at',
  columns: [
    'inventory_item_id',
    'dates',
    'units',
    'reason',
    'expires_at',
    'requested_by_id',
    'decided_by_id',
    'status',
  ],
  brief: ['inventory_item_id', 'dates', 'units'],
  filters: ['status', 'inventory_item_id', 'dates', 'requested_by_id', 'created_at'],
  sections: [
    { label: 'Sobrecapacidad', fields: ['inventory_item_id', 'dates', 'units', 'expires_at', 'reason'] },
  ],
  operations: ['create'],
  permissions: {
    viewAll: 'availability.view',
    create: 'holds.create',
    updateAll: overrideDeciders[0],
    archive: overrideDeciders[0],
    export: 'holds.export',
  },
  finished: ['rejected', 'withdrawn', 'expired'],
  state: 'status',
  commands: {
    approve: {
      label: 'Aprobar',
      done: 'Sobrecapacidad aprobada',
      from: ['requested'],
      to: 'approved',
      permission: overrideDeciders[0],
      tone: 'primary',
      single: true,
      fields: { reason: longText('Comentario', { max: 500 }) },
      undo: { never: 'Termínela: lo que nadie tomó deja de poder venderse.' },
      explanation: 'Desde ahora el espacio admite reservas y ventas por encima de su capacidad en esos días.',
    },
    reject: {
      label: 'Rechazar',
      done: 'Sobrecapacidad rechazada',
      from: ['requested'],
      to: 'rejected',
      permission: overrideDeciders[0],
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      undo: { never: 'Pídala otra vez.' },
    },
    withdraw: {
      label: 'Retirar',
      done: 'Sobrecapacidad retirada',
      from: ['requested'],
      to: 'withdrawn',
      permission: 'holds.create',
      guards: [ownRequest],
      rare: true,
      undo: { never: 'Pídala otra vez.' },
      explanation: 'Solo quien la pidió puede retirarla.',
    },
    end: {
      label: 'Terminar',
      done: 'Sobrecapacidad terminada',
      from: ['approved'],
      to: 'expired',
      permission: overrideDeciders[0],
      undo: { never: 'Pídala otra vez.' },
      explanation: 'Lo que nadie tomó deja de poder venderse. Lo reservado y lo vendido queda.',
    },
  },
  rules: [closedRange('dates')],
});
