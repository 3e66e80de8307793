import { companies } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { purchaseKinds } from '../../fiscal/do/reports/purchase-kinds.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { payments } from '../payments/payment.ts';

const supplierNumberPattern = /^[A-Z0-9-]{3,19}$/;

const amountOf = {
  currency: 'currency_code',
  readOnly: true,
  required: true,
  initial: '0.00',
  derived: true,
} as const;

/**
 * The invoice of a client for what it gives by barter. Registering one makes a payment by barter of its total, which only
 * settles the client's invoices of barter contracts; what is left is the balance of the client. Its state and what is used
 * follow that payment: to undo it, the payment is voided or returned.
 */
export const barterReceipts = defineResource({
  name: 'barter_receipts',
  screen: 'facturacion/registro-cobros/canjes',
  label: { one: 'Comprobante de canje', many: 'Comprobantes de canje', gender: 'm' },
  fields: {
    name: text('Comprobante', { max: 100, required: true, readOnly: true, width: 'wide' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    client_id: reference('Cliente', () => clients, { required: true }),
    fiscal_number: text('NCF del cliente', {
      max: 19,
      required: true,
      upperCase: true,
      sortable: true,
      width: 'short',
      pattern: supplierNumberPattern,
      patternMessage: 'Escriba el comprobante sin espacios: B0100000012 o E310000000012.',
    }),
    issued_on: date('Fecha de su factura', { required: true, begins: { from: 'now' } }),
    received_on: date('Recibido el', {
      required: true,
      begins: { from: 'now' },
      hint: 'La fecha del cobro por canje; no puede ser futura.',
    }),
    description: longText('Qué entrega', { max: 500, required: true }),
    supplied: choice(
      'Entrega',
      { services: 'Servicios', goods: 'Bienes' },
      { required: true, initial: 'goods', width: 'short' },
    ),
    purchase_kind: choice('Tipo de gasto (606)', purchaseKinds, { required: true, initial: 'supplies' }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    amount: money('Importe sin ITBIS', {
      currency: 'currency_code',
      required: true,
      min: 0.01,
      sortable: true,
    }),
    tax: money('ITBIS de su factura', {
      currency: 'currency_code',
      required: true,
      min: 0,
      initial: '0.00',
    }),
    document: file('Su factura'),
    supplier_tax_id: text('RNC del cliente', { max: 20, required: true, readOnly: true, width: 'short' }),
    total: money('Entregado', amountOf),
    used: money('Compensado', amountOf),
    unused: money('Por compensar', amountOf),
    payment_id: reference('Cobro', () => payments, { required: true, readOnly: true }),
    status: choice(
      'Estado',
      { registered: ['Registrado', 'success'], voided: ['Anulado', 'neutral'] },
      { required: true, readOnly: true, initial: 'registered', width: 'short' },
    ),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name', 'fiscal_number'],
  searchable: false,
  order: '-created_at',
  columns: [
    'fiscal_number',
    'client_id',
    'received_on',
    'description',
    'total',
    'used',
    'unused',
    'payment_id',
    'status',
  ],
  brief: ['client_id', 'total'],
  filters: [
    'status',
    'client_id',
    'company_id',
    'received_on',
    'issued_on',
    'currency_code',
    'amount',
    'unused',
    'created_at',
  ],
  sections: [
    {
      label: 'Comprobante del cliente',
      fields: ['company_id', 'client_id', 'fiscal_number', 'supplier_tax_id', 'issued_on', 'document'],
    },
    {
      label: 'Lo que entrega',
      fields: ['description', 'supplied', 'purchase_kind', 'currency_code', 'amount', 'tax', 'received_on'],
    },
    { label: 'Compensación', fields: ['total', 'used', 'unused', 'payment_id', 'status'] },
  ],
  headline: {
    identity: ['client_id', 'fiscal_number'],
    facts: ['total', 'used', 'unused', 'received_on'],
  },
  operations: ['create'],
  partOf: ['client_id'],
  finished: ['voided'],
  permissions: {
    viewAll: 'payments.view_all',
    viewTeam: 'payments.view_team',
    viewOwn: 'payments.view_own',
    create: 'payments.create',
    updateAll: 'payments.apply',
    archive: 'payments.reverse',
    export: 'payments.export',
  },
  state: 'status',
  notes: true,
});
