import { users } from '../../admin/users/user.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { referrals } from '../../crm/referrals/referral.ts';
import { defineDocument, defineLines } from '../../document/document.ts';
import { bankAccounts } from '../../finance/bank-account.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { money } from '../../kinds/number.ts';
import { reference, referenceId } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Guard } from '../../resource/command.ts';
import type { Resource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';
import { agencyCommissions } from './agency-commission.ts';
import { beneficiaryFields, beneficiaryKinds } from './beneficiary.ts';

/** What one commission adds to a settlement: the part of it that was due and not settled yet. */
export const commissionSettlementLines = defineLines({
  name: 'commission_settlement_lines',
  label: { one: 'Comisión', many: 'Comisiones', gender: 'f' },
  title: 'memo',
  search: [],
  columns: ['memo', 'invoice_id', 'commission_id', 'amount'],
  fields: {
    memo: text('Detalle', { max: 100, required: true, readOnly: true, width: 'wide' }),
    invoice_id: reference('Factura', (): Resource => invoices, { readOnly: true }),
    commission_id: reference('Comisión', (): Resource => agencyCommissions, {
      required: true,
      readOnly: true,
    }),
    amount: money('Importe', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      min: -1e15,
    }),
  },
});

const aboveZero: Guard = {
  needs: ['total'],
  why: ({ total }) =>
    compareDecimals(String(total ?? '0'), '0') > 0
      ? null
      : { text: 'La liquidación no tiene nada que pagar: espere a que se cobren más facturas, o anúlela.' },
};

const byAnother: Guard = {
  needs: ['prepared_by_id'],
  why: ({ prepared_by_id }, { userId }) =>
    userId !== null && referenceId(prepared_by_id) === userId
      ? { text: 'Usted preparó esta liquidación: la aprueba otra persona.' }
      : null,
};

/** Agencies invoice their commission before it is paid; sellers and referrers do not. */
const invoicedBefore: Guard = {
  needs: ['beneficiary_kind', 'status'],
  why: ({ beneficiary_kind, status }) =>
    beneficiary_kind === 'agency' && status === 'approved'
      ? { text: 'Registre antes la factura de la agencia.' }
      : null,
};

const ofAgency: Guard = {
  needs: ['beneficiary_kind'],
  why: ({ beneficiary_kind }) =>
    beneficiary_kind === 'agency'
      ? null
      : { text: 'Solo las agencias facturan su comisión: esta se paga ya aprobada.' },
};

const notOwn: Guard = {
  needs: ['seller_id'],
  why: ({ seller_id }, { userId }) =>
    userId !== null && referenceId(seller_id) === userId
      ? { text: 'Es su propia comisión: la aprueba otra persona.' }
      : null,
};

const paying = {
  currency: 'currency_code',
  required: true,
  readOnly: true,
  initial: '0.00',
} as const;

/** Each number of an agency's invoice is used once; spaces and lower case are typing. */
export const agencyNumberPattern = /^[A-Z0-9-]{3,19}$/;

/**
 * What is paid to an agency, a seller or a referrer of their commissions (domain §1.6): those that were due on a day and in
 * no settlement yet. It is approved by another user than who prepared it, then the agency invoices it, and then it is paid.
 * Sellers and referrers have no fiscal number of their own: they are paid once it is approved. A settlement that is voided
 * leaves its commissions due again.
 */
export const commissionSettlements = defineDocument({
  name: 'commission_settlements',
  screen: 'facturacion/comisiones-agencia/liquidaciones',
  label: { one: 'Liquidación de comisiones', many: 'Liquidaciones de comisiones', gender: 'f' },
  fields: {
    number: text('Liquidación', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    beneficiary_kind: choice('Beneficiario', beneficiaryKinds, {
      required: true,
      readOnly: true,
      initial: 'agency',
      width: 'short',
      besides: ['agency_id', 'seller_id', 'referral_id'],
    }),
    ...beneficiaryFields(),
    until: date('Exigible hasta', { required: true, readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    total: money('Comisión', { ...paying, min: -1e15 }),
    status: choice(
      'Estado',
      {
        draft: ['En liquidación', 'info'],
        approved: ['Aprobada', 'warning'],
        invoiced: ['Facturada', 'warning'],
        paid: ['Pagada', 'success'],
        voided: ['Anulada', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'draft', sortable: true, width: 'short' },
    ),
    prepared_by_id: reference('Preparó', () => users, { required: true, readOnly: true }),
    approved_by_id: reference('Aprobó', () => users, { readOnly: true }),
    agency_number: text('NCF de la agencia', { max: 19, readOnly: true, width: 'short' }),
    agency_date: date('Fecha de su factura', { readOnly: true }),
    agency_tax: money('ITBIS de su factura', paying),
    agency_file: file('Factura de la agencia', { readOnly: true }),
    paid_on: date('Pagada el', { readOnly: true }),
    bank_account_id: reference('Cuenta bancaria', () => bankAccounts, { readOnly: true }),
    payment_reference: text('Referencia del pago', { max: 60, readOnly: true, width: 'short' }),
    void_reason: longText('Motivo de la anulación', { max: 500, readOnly: true }),
  },
  title: 'number',
  search: ['number', 'agency_number'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: ['number', 'beneficiary_kind', 'until', 'total', 'agency_number', 'paid_on', 'status'],
  brief: ['beneficiary_kind', 'total'],
  filters: [
    'status',
    'beneficiary_kind',
    'agency_id',
    'seller_id',
    'referral_id',
    'company_id',
    'currency_code',
    'until',
    'paid_on',
    'created_at',
  ],
  sections: [
    {
      label: 'Liquidación',
      fields: [
        'company_id',
        'beneficiary_kind',
        'agency_id',
        'seller_id',
        'referral_id',
        'until',
        'currency_code',
        'total',
      ],
    },
    { label: 'Aprobación', fields: ['prepared_by_id', 'approved_by_id', 'void_reason'] },
    { label: 'Factura de la agencia', fields: ['agency_number', 'agency_date', 'agency_tax', 'agency_file'] },
    { label: 'Pago', fields: ['paid_on', 'bank_account_id', 'payment_reference'] },
  ],
  headline: {
    identity: ['agency_id', 'seller_id', 'referral_id', 'company_id'],
    facts: ['total', 'agency_tax', 'until', 'paid_on'],
  },
  operations: [],
  partOf: ['agency_id'],
  lent: 'commission_settlement_readers',
  finished: ['paid', 'voided'],
  permissions: {
    viewAll: 'agency_commissions.view_all',
    viewTeam: 'agency_commissions.view_team',
    viewOwn: 'agency_commissions.view_own',
    create: 'commissions.settle',
    updateAll: 'commissions.settle',
    archive: 'commissions.settle',
    export: 'agency_commissions.export',
  },
  lines: {
    lines: {
      of: () => commissionSettlementLines,
      by: 'settlement_id',
      mode: 'inBody',
      max: 2000,
      derived: [],
    },
  },
  sums: { total: 'lines.amount' },
  freeze: { from: ['approved', 'invoiced', 'paid', 'voided'], except: [] },
  state: 'status',
  notes: true,
  commands: {
    prepare: {
      label: 'Liquidar comisiones',
      done: 'Liquidación preparada',
      on: 'collection',
      permission: 'commissions.settle',
      tone: 'primary',
      preview: 'plan',
      fields: {
        company_id: reference('Compañía', () => companies, { required: true }),
        beneficiary_kind: choice('Beneficiario', beneficiaryKinds, {
          required: true,
          initial: 'agency',
          width: 'short',
        }),
        agency_id: reference('Agencia', () => agencies, {
          required: true,
          when: { field: 'beneficiary_kind', is: ['agency'] },
        }),
        seller_id: reference('Ejecutivo', () => users, {
          required: true,
          when: { field: 'beneficiary_kind', is: ['seller'] },
        }),
        referral_id: reference('Referido', (): Resource => referrals, {
          required: true,
          when: { field: 'beneficiary_kind', is: ['referrer'] },
          hint: 'Lo que ganó quien lo refirió.',
        }),
        currency_code: choice('Moneda', currencies, {
          required: true,
          initial: 'DOP',
          width: 'short',
          setting: { initial: 'currency_default' },
        }),
        until: date('Devengadas hasta', {
          hint: 'Sin fecha entra todo lo exigible hasta hoy.',
        }),
      },
      explanation:
        'Reúne lo exigible del beneficiario que aún no está en otra liquidación. Después puede quitar facturas.',
      undo: { never: 'Anule la liquidación: sus comisiones quedan exigibles otra vez.' },
    },
    leave_out: {
      label: 'Quitar factura',
      done: 'Factura quitada de la liquidación',
      single: true,
      permission: 'commissions.settle',
      guards: [
        {
          needs: ['status'],
          why: ({ status }) =>
            status === 'draft' ? null : { text: 'La liquidación ya está aprobada: no cambia más.' },
        },
      ],
      fields: { invoice: text('Número o NCF de la factura', { max: 40, required: true }) },
      explanation: 'Sus comisiones quedan exigibles para otra liquidación.',
      undo: { never: 'Prepare otra liquidación con esa factura.' },
    },
    approve: {
      label: 'Aprobar',
      done: 'Liquidación aprobada',
      from: ['draft'],
      to: 'approved',
      permission: 'commissions.approve',
      tone: 'primary',
      guards: [aboveZero, byAnother, notOwn],
      explanation:
        'Desde ahora sus renglones no cambian. La de una agencia espera su factura; las demás ya se pagan.',
      undo: { never: 'Anule la liquidación y prepare otra.' },
    },
    invoice: {
      label: 'Registrar factura de la agencia',
      done: 'Factura de la agencia registrada',
      from: ['approved'],
      to: 'invoiced',
      permission: 'commissions.settle',
      tone: 'primary',
      single: true,
      guards: [ofAgency],
      fields: {
        agency_number: text('NCF', {
          max: 19,
          required: true,
          upperCase: true,
          width: 'short',
          pattern: agencyNumberPattern,
          patternMessage: 'Escriba el comprobante sin espacios: B0100000012 o E310000000012.',
        }),
        agency_date: date('Fecha', { required: true }),
        agency_tax: money('ITBIS', { currency: 'currency_code', initial: '0.00', required: true }),
        agency_file: file('Factura', { hint: 'El PDF o la foto del comprobante.' }),
      },
      explanation: 'El ITBIS de su factura queda como adelantado, y se paga con la comisión.',
      undo: { never: 'Anule la liquidación si la factura no vale.' },
    },
    pay: {
      label: 'Pagar',
      done: 'Liquidación pagada',
      from: ['approved', 'invoiced'],
      to: 'paid',
      guards: [invoicedBefore],
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
      explanation: 'Queda el asiento del pago: la comisión por pagar baja y sale el dinero de la cuenta.',
      undo: { never: 'Registre con contabilidad el asiento contrario si el banco devolvió el pago.' },
    },
    void: {
      label: 'Anular',
      done: 'Liquidación anulada',
      from: ['draft', 'approved', 'invoiced'],
      to: 'voided',
      permission: 'commissions.settle',
      tone: 'danger',
      rare: true,
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      explanation: 'Sus comisiones quedan exigibles otra vez.',
      undo: { never: 'Prepare otra liquidación.' },
    },
  },
});
