import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { decimal, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';
import { payments } from './payment.ts';

/** What a payment settles of an invoice. Append-only: taking one back adds a row with the opposite amount. */
export const paymentApplications = defineResource({
  name: 'payment_applications',
  screen: 'facturacion/registro-cobros/aplicaciones',
  label: { one: 'Aplicación de cobro', many: 'Aplicaciones de cobros', gender: 'f' },
  fields: {
    name: text('Aplicación', { max: 100, required: true, readOnly: true, width: 'wide' }),
    payment_id: reference('Cobro', () => payments, { required: true, readOnly: true }),
    invoice_id: reference('Factura', () => invoices, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { readOnly: true }),
    applied_on: date('Fecha', { required: true, readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    amount: money('Importe', { currency: 'currency_code', required: true, readOnly: true, min: -1e15 }),
    payment_currency_code: choice('Moneda del cobro', currencies, {
      required: true,
      readOnly: true,
      width: 'short',
    }),
    payment_amount: money('Tomado del cobro', {
      currency: 'payment_currency_code',
      required: true,
      readOnly: true,
      min: -1e15,
    }),
    fx_rate: decimal('Tasa de cambio', {
      scale: 6,
      readOnly: true,
      aggregate: null,
      hint: 'De la moneda de la factura a la de la compañía, el día del cobro.',
    }),
    for_another: yesNo('Por otra cuenta', { required: true, readOnly: true, initial: false }),
    reverses_id: reference('Quita la aplicación', (): Resource => paymentApplications, { readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: ['applied_on', 'payment_id', 'invoice_id', 'client_id', 'agency_id', 'amount'],
  filters: [
    'payment_id',
    'invoice_id',
    'client_id',
    'agency_id',
    'applied_on',
    'amount',
    'currency_code',
    'for_another',
  ],
  sections: [
    {
      label: 'Aplicación',
      fields: [
        'payment_id',
        'invoice_id',
        'client_id',
        'agency_id',
        'applied_on',
        'amount',
        'payment_amount',
        'fx_rate',
        'for_another',
        'reverses_id',
      ],
    },
  ],
  operations: [],
  partOf: ['client_id', 'agency_id'],
  permissions: {
    viewAll: 'payments.view_all',
    viewTeam: 'payments.view_team',
    viewOwn: 'payments.view_own',
    create: 'payments.apply',
    updateAll: 'payments.apply',
    archive: 'payments.reverse',
    export: 'payments.export',
  },
});
