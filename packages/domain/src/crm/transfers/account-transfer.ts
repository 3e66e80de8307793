import { users } from '../../admin/users/user.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { json } from '../../kinds/json.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import { indexed } from '../../resource/indexed.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { formatCount } from '../../text/locale.ts';

const permissions = {
  viewAll: 'transfers.view_all',
  create: 'transfers.execute',
  updateAll: 'transfers.execute',
  archive: 'transfers.execute',
  export: 'transfers.export',
} as const;

/** Resources whose records have owners, with their names; a list, because their definitions import this one. */
export const transferredEntities: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'clients',
    'agencies',
    'target_lists',
    'target_list_members',
    'activities',
    'referrals',
    'opportunities',
    'quotes',
    'holds',
    'avails_sheets',
    'contracts',
    'tech_sheets',
    'work_orders',
    'users',
  ].map((name) => [name, indexed(name).label.many]),
);

const reason = () => longText('Motivo', { max: 1000, min: 5, required: true, width: 'full' });

/**
 * The log of transfers of accounts between users: append-only (domain §1.2). Its records are created by `POST
 * /api/account-transfers`, by publishing a portfolio and by deactivating a user.
 */
export const accountTransfers: Resource = defineResource({
  name: 'account_transfers',
  screen: 'crm/historial-transferencias',
  label: { one: 'Transferencia', many: 'Transferencias', gender: 'f' },
  fields: {
    batch_no: text('Lote', { max: 20, required: true, readOnly: true, sortable: true, width: 'short' }),
    status: choice(
      'Estado',
      {
        scheduled: ['Programada', 'info'],
        executed: ['Ejecutada', 'success'],
        reverted: ['Revertida', 'warning'],
        cancelled: ['Cancelada', 'neutral'],
      },
      { required: true, readOnly: true, sortable: true, width: 'short' },
    ),
    origin: choice(
      'Origen',
      {
        manual: 'Transferencia',
        portfolio: 'Distribución de cartera',
        deactivation: 'Desactivación de un usuario',
        reversal: 'Reversión',
      },
      { required: true, readOnly: true },
    ),
    from_user_id: reference('De', () => users, { readOnly: true }),
    to_user_id: reference('A', () => users, { readOnly: true, hint: 'Vacío: quedó sin asignar.' }),
    effective_on: date('Vigente desde', { required: true, readOnly: true, sortable: true }),
    reason: longText('Motivo', { max: 1000, required: true, readOnly: true }),
    item_count: integer('Registros', {
      required: true,
      readOnly: true,
      sortable: true,
      width: 'medium',
    }),
    skipped_count: integer('Sin mover', { required: true, readOnly: true, sortable: false }),
    scope: json('Alcance', {
      row: 'Parte',
      readOnly: true,
      fields: { part: text('Parte', { max: 120 }), count: integer('Registros') },
      formatRow: ({ part, count }) => `${String(part)}: ${formatCount(Number(count))}`,
    }),
    entities: choices('Tipos de registro', transferredEntities, { required: true, readOnly: true }),
    worth: json('Monto afectado', {
      row: 'Monto',
      readOnly: true,
      fields: {
        entity: choice('Tipo de registro', transferredEntities),
        currency: choice('Moneda', currencies),
        amount: money('Monto', { currency: 'currency' }),
      },
      formatRow: ({ entity, currency, amount }) =>
        `${transferredEntities[String(entity)] ?? String(entity)}: ${formatAmount({ currency: String(currency), amount: String(amount) })}`,
    }),
    amounts: json('Crédito afectado', {
      row: 'Monto',
      readOnly: true,
      fields: {
        currency: choice('Moneda', currencies),
        amount: money('Monto', { currency: 'currency' }),
      },
    }),
    executed_at: dateTime('Ejecutada', { readOnly: true, sortable: true }),
    executed_by_id: reference('Ejecutó', () => users, { readOnly: true }),
    reverts_id: reference('Revierte a', (): Resource => accountTransfers, { readOnly: true }),
    reverted_by_id: reference('Revertida por', (): Resource => accountTransfers, { readOnly: true }),
    note: longText('Resultado', { max: 1000, readOnly: true }),
  },
  title: 'batch_no',
  search: ['batch_no', 'reason'],
  order: '-created_at',
  columns: [
    'batch_no',
    'status',
    'effective_on',
    'from_user_id',
    'to_user_id',
    'item_count',
    'worth',
    'amounts',
    'reason',
    'executed_by_id',
  ],
  filters: [
    'status',
    'from_user_id',
    'to_user_id',
    'entities',
    'origin',
    'executed_by_id',
    'effective_on',
    'executed_at',
  ],
  sections: [
    {
      label: 'Transferencia',
      fields: ['from_user_id', 'to_user_id', 'effective_on', 'origin', 'reason', 'note'],
    },
    { label: 'Alcance', fields: ['item_count', 'skipped_count', 'entities', 'scope', 'worth', 'amounts'] },
    { label: 'Ejecución', fields: ['executed_at', 'executed_by_id', 'reverts_id', 'reverted_by_id'] },
  ],
  operations: [],
  permissions,
  state: 'status',
  commands: {
    execute: {
      label: 'Transferir',
      done: 'Cuentas transferidas',
      on: 'collection',
      path: '',
      permission: 'transfers.execute',
      explanation:
        'Sin clientes ni filtro se transfiere todo lo de la persona. Con una fecha futura queda programada: se ejecuta ese día sobre lo que la persona tenga entonces.',
      fields: {
        from_user_id: reference('De', () => users, { required: true, hint: 'Quién tiene las cuentas.' }),
        to_user_id: reference('A', () => users, { required: true, hint: 'Quién las recibe.' }),
        parts: tags('Qué se transfiere', { longest: 120, most: 50, required: true }),
        ids: tags('Clientes', { longest: 36, most: 1000 }),
        query: text('Filtro de clientes', { max: 8000 }),
        reason: reason(),
        effective_on: date('Vigente desde', {
          hint: 'Sin fecha, hoy. En un día futuro queda programada.',
        }),
      },
      remarks: ['reason'],
      preview: 'plan',
      undo: { by: 'command', name: 'revert' },
    },
    revert: {
      label: 'Revertir',
      done: 'Transferencia revertida',
      from: ['executed'],
      to: 'reverted',
      permission: 'transfers.revert',
      tone: 'danger',
      single: true,
      fields: { reason: reason() },
      explanation:
        'Cada registro vuelve a quien lo tenía, en una transferencia nueva. No se puede si algo cambió de manos después.',
    },
    cancel: {
      label: 'Cancelar',
      done: 'Transferencia cancelada',
      from: ['scheduled'],
      to: 'cancelled',
      permission: 'transfers.execute',
      tone: 'danger',
      fields: { reason: reason() },
      explanation: 'No se ejecutará en su fecha. El registro se conserva.',
    },
    complete: {
      label: 'Ejecutar en su fecha',
      done: 'Transferencia programada ejecutada',
      by: ['system'],
      from: ['scheduled'],
      to: 'executed',
      undo: { by: 'command', name: 'revert' },
    },
    give_up: {
      label: 'No ejecutar en su fecha',
      done: 'Transferencia programada no ejecutada',
      by: ['system'],
      from: ['scheduled'],
      to: 'cancelled',
      fields: { reason: longText('Por qué', { max: 900, required: true }) },
    },
  },
});

/** One column of one record that a transfer moved, or why it did not. */
export const accountTransferItems = defineResource({
  name: 'account_transfer_items',
  screen: 'crm/historial-transferencias/registros',
  label: { one: 'Registro transferido', many: 'Registros transferidos', gender: 'm' },
  fields: {
    transfer_id: reference('Lote', () => accountTransfers, { required: true, readOnly: true }),
    label: text('Registro', {
      max: 200,
      required: true,
      readOnly: true,
      sortable: true,
      width: 'wide',
      besides: ['entity', 'record_id'],
    }),
    part: text('Dato', { max: 120, required: true, readOnly: true }),
    before_id: reference('Antes', () => users, { readOnly: true }),
    after_id: reference('Después', () => users, { readOnly: true }),
    outcome: choice(
      'Resultado',
      { moved: ['Transferido', 'success'], skipped: ['Sin mover', 'warning'] },
      { required: true, readOnly: true },
    ),
    note: text('Por qué', { max: 300, readOnly: true }),
    entity: text('Tabla', { max: 60, required: true, readOnly: true, isInternal: true }),
    record_id: text('Identificador', { max: 60, required: true, readOnly: true, isInternal: true }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-created_at',
  columns: ['transfer_id', 'label', 'part', 'before_id', 'after_id', 'outcome', 'created_at'],
  filters: ['transfer_id', 'before_id', 'after_id', 'outcome', 'created_at'],
  sections: [
    {
      label: 'Registro',
      fields: ['transfer_id', 'label', 'part', 'before_id', 'after_id', 'outcome', 'note'],
    },
  ],
  operations: [],
  permissions,
});
