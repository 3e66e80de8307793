import { users } from '../../admin/users/user.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';

const amountOf = { currency: 'currency_code', required: true, readOnly: true } as const;

/**
 * What a seller or a manager commits to sign in the month, once a week, with what the pipeline held then (domain §1.4).
 * It may be corrected within its week and is kept from then on.
 */
export const forecastSnapshots = defineResource({
  name: 'forecast_snapshots',
  screen: 'ventas/pipeline/compromisos',
  label: { one: 'Compromiso semanal', many: 'Compromisos semanales', gender: 'm' },
  fields: {
    label: text('Compromiso', { max: 250, required: true, readOnly: true, width: 'wide' }),
    week: date('Semana', { required: true, readOnly: true, sortable: true, hint: 'Su lunes.' }),
    month: date('Mes', { required: true, readOnly: true, sortable: true, hint: 'Su primer día.' }),
    user_id: reference('Vendedor', () => users, { required: true, readOnly: true }),
    amount: money('Se compromete a firmar', { ...amountOf, sortable: true }),
    open_amount: money('Abierto entonces', amountOf),
    weighted_amount: money('Ponderado entonces', amountOf),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    notes: longText('Con qué cuenta', { max: 1000, readOnly: true }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-week',
  columns: ['label', 'user_id', 'week', 'month', 'amount', 'open_amount', 'weighted_amount', 'notes'],
  brief: ['user_id', 'amount'],
  filters: ['week', 'month', 'user_id', 'amount'],
  sections: [
    {
      label: 'Compromiso',
      fields: ['user_id', 'week', 'month', 'amount', 'open_amount', 'weighted_amount', 'notes'],
    },
  ],
  operations: [],
  // Kept for whoever made it: shown to them by this view, and not handed over with their accounts.
  lent: 'forecast_snapshot_readers',
  permissions: {
    viewAll: 'forecast_snapshots.view_all',
    viewTeam: 'forecast_snapshots.view_team',
    viewOwn: 'forecast_snapshots.view_own',
    create: 'forecast_snapshots.create',
    updateAll: 'forecast_snapshots.create',
    archive: 'forecast_snapshots.create',
  },
  commands: {
    commit: {
      label: 'Guardar compromiso',
      done: 'Compromiso guardado',
      on: 'collection',
      permission: 'forecast_snapshots.create',
      explanation:
        'Lo que espera firmar este mes. Puede corregirlo hasta el domingo; después se conserva como quedó.',
      fields: {
        amount: money('Se compromete a firmar', { currency: 'currency_code', required: true }),
        currency_code: choice('Moneda', currencies, {
          required: true,
          initial: 'DOP',
          width: 'short',
          setting: { initial: 'currency_default' },
        }),
        notes: longText('Con qué cuenta', { max: 1000 }),
      },
      undo: { never: 'Corríjalo guardando otro monto en la misma semana.' },
    },
  },
});
