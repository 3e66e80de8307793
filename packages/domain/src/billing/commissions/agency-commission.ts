import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';
import { beneficiaryFields, beneficiaryKinds } from './beneficiary.ts';
import { commissionSettlements } from './commission-settlement.ts';

/** How far the due part of a commission is from being paid. Derived by the database. */
export const commissionStates = {
  accrued: ['Devengada', 'neutral'],
  due: ['Exigible', 'warning'],
  settling: ['En liquidación', 'info'],
  invoiced: ['Facturada', 'info'],
  paid: ['Pagada', 'success'],
} as const;

const amountOf = { currency: 'currency_code', required: true, readOnly: true, min: -1e15 } as const;

/**
 * What agencies, sellers and referrers earn on invoices (domain §1.6). Append-only: a credit note or a void adds a row with
 * the opposite amount, and an adjustment a signed one with its reason. An opening adds what was due in the system before. An agency with the discount in the invoice has no
 * row. Sellers and referrers earn at the rates that the signature of the contract fixed, on commissionable lines.
 */
export const agencyCommissions: Resource = defineResource({
  name: 'agency_commissions',
  screen: 'facturacion/comisiones-agencia',
  label: { one: 'Comisión', many: 'Comisiones', gender: 'f' },
  fields: {
    name: text('Comisión', { max: 100, required: true, readOnly: true, width: 'wide' }),
    beneficiary_kind: choice('Beneficiario', beneficiaryKinds, {
      required: true,
      readOnly: true,
      initial: 'agency',
      width: 'short',
      besides: ['seller_id', 'referral_id'],
    }),
    ...beneficiaryFields(),
    invoice_id: reference('Factura', () => invoices, { readOnly: true }),
    former_number: text('Factura anterior', {
      max: 40,
      readOnly: true,
      width: 'short',
      hint: 'De una comisión de la apertura: la factura del sistema anterior.',
    }),
    kind: choice(
      'Clase',
      {
        accrued: ['Devengada', 'info'],
        reversed: ['Reversada', 'warning'],
        adjusted: ['Ajustada', 'warning'],
        opened: ['De la apertura', 'info'],
      },
      { required: true, readOnly: true, width: 'short' },
    ),
    accrued_on: date('Fecha', { required: true, readOnly: true }),
    accrual: choice(
      'Se gana',
      { invoice: 'Al facturar', payment: 'Al cobrar' },
      { required: true, readOnly: true, width: 'short' },
    ),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    base_amount: money('Base', amountOf),
    pct: percent('Porcentaje', { required: true, readOnly: true }),
    amount: money('Comisión', amountOf),
    due_amount: money('Exigible', {
      ...amountOf,
      derived: true,
      initial: '0.00',
      hint: 'La parte ya ganada: al facturar, o en proporción a lo cobrado.',
    }),
    settled_amount: money('Liquidado', {
      ...amountOf,
      derived: true,
      initial: '0.00',
      hint: 'La parte que está en liquidaciones, también si todavía no se pagó.',
    }),
    settlement_id: reference('Liquidación', (): Resource => commissionSettlements, { readOnly: true }),
    status: choice('Estado', commissionStates, {
      required: true,
      readOnly: true,
      initial: 'accrued',
      width: 'short',
    }),
    reason: longText('Motivo del ajuste', { max: 500, readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: [
    'name',
    'beneficiary_kind',
    'agency_id',
    'accrued_on',
    'accrual',
    'base_amount',
    'pct',
    'amount',
    'due_amount',
    'status',
    'settlement_id',
    'invoice_id',
  ],
  brief: ['beneficiary_kind', 'agency_id', 'amount'],
  filters: [
    'beneficiary_kind',
    'agency_id',
    'seller_id',
    'referral_id',
    'status',
    'settlement_id',
    'invoice_id',
    'kind',
    'accrual',
    'accrued_on',
    'amount',
    'currency_code',
  ],
  sections: [
    {
      label: 'Comisión',
      fields: [
        'beneficiary_kind',
        'agency_id',
        'seller_id',
        'referral_id',
        'invoice_id',
        'former_number',
        'kind',
        'accrued_on',
        'accrual',
        'base_amount',
        'pct',
        'amount',
        'due_amount',
        'reason',
      ],
    },
    { label: 'Liquidación', fields: ['status', 'settled_amount', 'settlement_id'] },
  ],
  operations: [],
  partOf: ['agency_id'],
  // A seller sees their own; they stay with them when their accounts are handed over.
  lent: 'agency_commission_readers',
  permissions: {
    viewAll: 'agency_commissions.view_all',
    viewTeam: 'agency_commissions.view_team',
    viewOwn: 'agency_commissions.view_own',
    create: 'invoices.issue',
    updateAll: 'invoices.issue',
    archive: 'invoices.void',
    export: 'agency_commissions.export',
  },
  commands: {
    adjust: {
      label: 'Ajustar',
      done: 'Comisión ajustada',
      permission: 'commissions.settle',
      single: true,
      fields: {
        amount: money('Ajuste', {
          currency: 'currency_code',
          required: true,
          min: -1e12,
          hint: 'Con signo menos reduce la comisión.',
        }),
        reason: longText('Motivo', { max: 500, min: 5, required: true }),
      },
      explanation:
        'Agrega otra fila con su asiento de hoy; la comisión de la factura se exige como hasta ahora.',
      undo: { never: 'Haga el ajuste contrario.' },
    },
  },
});
