import { users } from '../../../admin/users/user.ts';
import { invoiceReaders } from '../../../billing/invoice-readers.ts';
import { platforms } from '../../../catalogues/inventory.ts';
import { divisions } from '../../../catalogues/organization.ts';
import { choice } from '../../../kinds/choice.ts';
import { date, dateTime } from '../../../kinds/date.ts';
import { decimal, percent } from '../../../kinds/number.ts';
import { reference } from '../../../kinds/reference.ts';
import { longText, text } from '../../../kinds/text.ts';
import { currencies } from '../../../money/currencies.ts';
import type { Guard } from '../../../resource/command.ts';
import { defineResource } from '../../../resource/resource.ts';
import { takenFrom } from '../../../resource/taken-from.ts';
import { actualNumber, reachedPart } from '../actual-fields.ts';
import { changeInPercent } from '../change-in-percent.ts';
import { monthFields, monthNames } from '../months.ts';
import { planYear } from '../plan-year.ts';
import { amountMetrics } from '../planned-amount.ts';

/** Numbers and identity of an approved goal: changed only by whoever may approve goals. */
const frozen = {
  by: 'approved_at',
  permission: 'rep_goals.approve',
  reason: 'La meta está aprobada: la cambia quien aprueba metas. Pida que la reabra.',
} as const;

const hasTarget: Guard = {
  needs: ['total'],
  why: ({ total }) =>
    total === '0.00'
      ? { code: 'empty', text: 'La meta no tiene montos ni cantidades. Escriba lo que se debe lograr.' }
      : null,
};

/** A goal is its seller's own, whose sales it sums. */
const goalReaders = { viewAll: invoiceReaders.viewAll, viewOwn: invoiceReaders.viewOwn } as const;

/**
 * What a seller is to reach in a year, by month (domain §1.3). Each seller, metric, division and platform has one row a
 * year, where an empty one counts as a value.
 */
export const repGoals = defineResource({
  name: 'rep_goals',
  screen: 'prevanta/metas-ejecutivo',
  label: { one: 'Meta', many: 'Metas por ejecutivo', gender: 'f' },
  fields: {
    fiscal_year: planYear({ frozen }),
    user_id: reference('Ejecutivo', () => users, { required: true, frozen }),
    team_leader_id: reference('Equipo de', () => users, {
      ...takenFrom('user_id', 'reports_to_id'),
      hint: 'A quien reporta el ejecutivo.',
    }),
    metric: choice(
      'Métrica',
      {
        signed_sales: 'Venta firmada',
        billed: 'Facturado',
        collected: 'Cobrado',
        new_clients: 'Clientes nuevos',
        visits: 'Visitas',
        renewals: 'Renovaciones',
      },
      { required: true, initial: 'signed_sales', frozen },
    ),
    division_id: reference('División', () => divisions, { frozen }),
    platform_id: reference('Plataforma', () => platforms, { frozen }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
      when: { field: 'metric', is: amountMetrics },
      frozen,
    }),
    ...monthFields({ frozen }),
    total: decimal('Total', {
      scale: 2,
      required: true,
      readOnly: true,
      derived: true,
      sortable: true,
      aggregate: null,
    }),
    reached: actualNumber(
      'Logrado',
      goalReaders,
      'En el año: su crédito de lo firmado; su parte de lo facturado y cobrado de sus clientes, antes de impuestos; o el número de clientes nuevos, visitas o renovaciones.',
    ),
    reached_pct: reachedPart('% logrado', goalReaders, 'La parte de la meta del año que ya se logró.'),
    pace_pct: reachedPart(
      'Ritmo',
      goalReaders,
      'Lo logrado entre lo que se esperaba hasta ayer por días hábiles: desde 100 %, va a tiempo.',
    ),
    stretch: decimal('Meta superior', {
      scale: 2,
      min: 0,
      aggregate: null,
      frozen,
      hint: 'El total del año con el que la meta se supera.',
    }),
    weight_pct: percent('Peso', { frozen, hint: 'Su parte en la evaluación del ejecutivo.' }),
    notes: longText('Notas', { max: 1000 }),
    status: choice(
      'Estado',
      { draft: ['Propuesta', 'neutral'], approved: ['Aprobada', 'success'] },
      { required: true, readOnly: true, initial: 'draft', width: 'short' },
    ),
    approved_by_id: reference('Aprobada por', () => users, { readOnly: true }),
    approved_at: dateTime('Aprobada', { readOnly: true, sortable: false }),
    name: text('Meta', { max: 200, required: true, readOnly: true, derived: true, sortable: true }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: '-fiscal_year',
  columns: [
    'name',
    'metric',
    'platform_id',
    ...monthNames,
    'total',
    'reached',
    'reached_pct',
    'pace_pct',
    'status',
  ],
  brief: ['metric', 'total', 'reached_pct'],
  filters: [
    'fiscal_year',
    'user_id',
    'team_leader_id',
    'metric',
    'division_id',
    'platform_id',
    'status',
    'total',
  ],
  sections: [
    {
      label: 'Meta',
      fields: ['fiscal_year', 'user_id', 'metric', 'division_id', 'platform_id', 'currency_code'],
    },
    { label: 'Por mes', fields: [...monthNames] },
    { label: 'Evaluación', fields: ['stretch', 'weight_pct', 'notes'] },
  ],
  // Goals stay with their seller: they are shown to them by this view, and not handed over with their accounts.
  lent: 'rep_goal_readers',
  permissions: {
    viewAll: 'rep_goals.view_all',
    viewOwn: 'rep_goals.view_own',
    create: 'rep_goals.create',
    updateAll: 'rep_goals.update_all',
    archive: 'rep_goals.delete',
    export: 'rep_goals.export',
    import: 'rep_goals.import',
  },
  state: 'status',
  commands: {
    approve: {
      label: 'Aprobar',
      done: 'Meta aprobada',
      from: ['draft'],
      to: 'approved',
      permission: 'rep_goals.approve',
      tone: 'primary',
      guards: [hasTarget],
      undo: { by: 'command', name: 'reopen' },
      explanation: 'Desde ahora solo la cambia quien aprueba metas.',
    },
    reopen: {
      label: 'Reabrir',
      done: 'Meta reabierta',
      from: ['approved'],
      to: 'draft',
      permission: 'rep_goals.approve',
      undo: { by: 'command', name: 'approve' },
      explanation: 'Vuelve a ser una propuesta, que cambia quien edita metas.',
    },
    prorate: {
      label: 'Prorratear',
      done: 'Meta prorrateada',
      preview: 'plan',
      fields: {
        starts_on: date('Empezó el', {
          required: true,
          hint: 'Quien empieza a mitad de un mes responde por los días hábiles que le quedan.',
        }),
      },
      undo: { by: 'log' },
      explanation:
        'Deja en cero los meses anteriores y reduce el mes en que empezó a la parte de sus días hábiles. Los meses cerrados no cambian.',
    },
    copy_year: {
      label: 'Copiar año',
      done: 'Metas copiadas',
      on: 'collection',
      permission: 'rep_goals.create',
      preview: 'plan',
      fields: {
        from_year: { ...planYear(), label: 'Del año' },
        to_year: { ...planYear(), label: 'Al año' },
        change_pct: changeInPercent('10 aumenta las metas un 10 %; -5 las reduce un 5 %.'),
      },
      undo: { never: 'Archive las metas que no vaya a usar.' },
      explanation:
        'Crea en el otro año las metas de las personas activas que todavía no la tienen. Las que ya existen no cambian.',
    },
  },
});
