import { users } from '../../admin/users/user.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { volumeRebates } from '../../crm/agencies/volume-rebate.ts';
import { bankAccounts } from '../../finance/bank-account.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { money, percent } from '../../kinds/number.ts';
import { reference, referenceId, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';

const byAnother: Guard = {
  needs: ['prepared_by_id'],
  why: ({ prepared_by_id }, { userId }) =>
    userId !== null && referenceId(prepared_by_id) === userId
      ? { text: 'Usted calculó esta bonificación: la aprueba otra persona.' }
      : null,
};

const computed = { currency: 'currency_code', required: true, readOnly: true } as const;

/**
 * What an agency gets for the volume of a period that is over (domain §1.2): the rate of the highest tier that the base
 * reaches, of the whole base. It is owed from when it is calculated; another user approves it, and then it is paid, or given by
 * credit notes on what the agency owes of the invoices of the period.
 */
export const rebateAccruals: Resource = defineResource({
  name: 'rebate_accruals',
  screen: 'facturacion/comisiones-agencia/bonificaciones',
  label: { one: 'Bonificación devengada', many: 'Bonificaciones devengadas', gender: 'f' },
  fields: {
    name: text('Bonificación', { max: 200, required: true, readOnly: true, sortable: true, width: 'wide' }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { required: true, readOnly: true }),
    volume_rebate_id: reference('Acuerdo', () => volumeRebates, { required: true, readOnly: true }),
    period: dateRange('Periodo', { required: true, readOnly: true }),
    base: choice(
      'Sobre',
      { gross: 'Bruto', net: 'Neto', collected: 'Cobrado' },
      { required: true, readOnly: true, width: 'short' },
    ),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    base_amount: money('Volumen', computed),
    pct: percent('Porcentaje', { required: true, readOnly: true }),
    amount: money('Bonificación por pagar', computed),
    credited: money('Acreditado', {
      ...computed,
      derived: true,
      initial: '0.00',
      hint: 'Lo que dieron sus notas de crédito emitidas, antes de impuestos.',
    }),
    status: choice(
      'Estado',
      {
        accrued: ['Devengada', 'info'],
        approved: ['Aprobada', 'warning'],
        crediting: ['Por acreditar', 'warning'],
        paid: ['Pagada', 'success'],
        credited: ['Acreditada', 'success'],
        voided: ['Anulada', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'accrued', sortable: true, width: 'short' },
    ),
    credit_note_ids: references('Notas de crédito', (): Resource => invoices, { readOnly: true }),
    prepared_by_id: reference('Calculó', () => users, { required: true, readOnly: true }),
    approved_by_id: reference('Aprobó', () => users, { readOnly: true }),
    paid_on: date('Pagada el', { readOnly: true }),
    bank_account_id: reference('Cuenta bancaria', () => bankAccounts, { readOnly: true }),
    payment_reference: text('Referencia del pago', { max: 60, readOnly: true, width: 'short' }),
    void_reason: longText('Motivo de la anulación', { max: 500, readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: ['name', 'agency_id', 'period', 'base', 'base_amount', 'pct', 'amount', 'status'],
  brief: ['agency_id', 'amount'],
  filters: ['status', 'agency_id', 'company_id', 'volume_rebate_id', 'currency_code', 'period', 'paid_on'],
  sections: [
    {
      label: 'Cálculo',
      fields: [
        'company_id',
        'agency_id',
        'volume_rebate_id',
        'period',
        'base',
        'base_amount',
        'pct',
        'amount',
      ],
    },
    { label: 'Aprobación', fields: ['prepared_by_id', 'approved_by_id', 'void_reason'] },
    { label: 'Notas de crédito', fields: ['credited', 'credit_note_ids'] },
    { label: 'Pago', fields: ['paid_on', 'bank_account_id', 'payment_reference'] },
  ],
  operations: [],
  partOf: ['agency_id'],
  finished: ['paid', 'credited', 'voided'],
  permissions: {
    viewAll: 'agency_commissions.view_all',
    viewTeam: 'agency_commissions.view_team',
    viewOwn: 'agency_commissions.view_own',
    create: 'commissions.settle',
    updateAll: 'commissions.settle',
    archive: 'commissions.settle',
    export: 'agency_commissions.export',
  },
  state: 'status',
  notes: true,
  commands: {
    compute: {
      label: 'Calcular bonificación',
      done: 'Bonificación calculada',
      on: 'collection',
      permission: 'commissions.settle',
      tone: 'primary',
      preview: 'plan',
      fields: {
        company_id: reference('Compañía', () => companies, { required: true }),
        agency_id: reference('Agencia', () => agencies, { required: true }),
        within: date('Un día del periodo', {
          required: true,
          hint: 'El periodo ya debe haber terminado: el trimestre, semestre o año de ese día, según el acuerdo.',
        }),
      },
      explanation:
        'Suma el volumen de la agencia en el periodo y lo bonifica con el tramo que alcanza. Queda el asiento de lo que se le debe.',
      undo: { never: 'Anule la bonificación: su asiento se reversa.' },
    },
    approve: {
      label: 'Aprobar',
      done: 'Bonificación aprobada',
      from: ['accrued'],
      to: 'approved',
      permission: 'commissions.approve',
      tone: 'primary',
      guards: [byAnother],
      undo: { never: 'Anule la bonificación y calcúlela otra vez.' },
    },
    credit: {
      label: 'Acreditar en facturas',
      done: 'Notas de crédito preparadas',
      permission: 'commissions.settle',
      single: true,
      preview: 'plan',
      guards: [
        {
          needs: ['status'],
          why: ({ status }) =>
            status === 'approved' || status === 'crediting'
              ? null
              : { text: 'Solo se acredita una bonificación aprobada y sin pagar.' },
        },
      ],
      explanation:
        'Prepara en borrador las notas de crédito sobre lo que la agencia debe de las facturas del periodo, de la más antigua en adelante. Al emitirlas, la bonificación queda saldada.',
      undo: { never: 'Archive los borradores de las notas de crédito.' },
    },
    pay: {
      label: 'Pagar',
      done: 'Bonificación pagada',
      from: ['approved'],
      to: 'paid',
      permission: 'commissions.settle',
      tone: 'primary',
      single: true,
      fields: {
        paid_on: date('Fecha', { required: true, begins: { from: 'now' } }),
        bank_account_id: reference('Cuenta bancaria', () => bankAccounts, {
          required: true,
          filter: { company_id: 'company_id' },
        }),
        payment_reference: text('Referencia', { max: 60, required: true, width: 'short' }),
      },
      explanation:
        'Queda el asiento del pago: lo que se debe a la agencia baja y sale el dinero de la cuenta.',
      undo: { never: 'Registre con contabilidad el asiento contrario si el banco devolvió el pago.' },
    },
    void: {
      label: 'Anular',
      done: 'Bonificación anulada',
      from: ['accrued', 'approved'],
      to: 'voided',
      permission: 'commissions.settle',
      tone: 'danger',
      rare: true,
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      explanation: 'Su asiento se reversa hoy, y el periodo se puede calcular otra vez.',
      undo: { never: 'Calcule otra vez el periodo.' },
    },
  },
});
