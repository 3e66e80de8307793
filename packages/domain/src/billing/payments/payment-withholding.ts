import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { integer, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { payments } from './payment.ts';

/**
 * What a payer withheld of a payment, one row for each tax. The database makes the rows from the payment; an opening has those
 * of the system before. Until its
 * certificate arrives, a withholding is a task: without it the company cannot offset the tax.
 */
export const paymentWithholdings = defineResource({
  name: 'payment_withholdings',
  screen: 'facturacion/registro-cobros/retenciones',
  label: { one: 'Retención recibida', many: 'Retenciones recibidas', gender: 'f' },
  fields: {
    name: text('Retención', { max: 100, required: true, readOnly: true, width: 'wide' }),
    payment_id: reference('Cobro', () => payments, {
      readOnly: true,
      hint: 'Vacío: la trajo la apertura, de un cobro del sistema anterior.',
    }),
    client_id: reference('Cliente', () => clients, { readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { readOnly: true }),
    tax: choice(
      'Impuesto',
      { itbis: 'ITBIS', isr: 'ISR' },
      { required: true, readOnly: true, width: 'short' },
    ),
    pct: percent('Porcentaje', { readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    amount: money('Importe', { currency: 'currency_code', required: true, readOnly: true }),
    withheld_on: date('Fecha', { required: true, readOnly: true }),
    waiting_days: integer('Días sin comprobante', {
      computed: true,
      readOnly: true,
      sortable: false,
      aggregate: null,
      hint: 'Vacío si ya llegó.',
    }),
    certificate: text('Comprobante', { max: 60, readOnly: true, width: 'short' }),
    certificate_file: file('Archivo del comprobante', { readOnly: true }),
    status: choice(
      'Estado',
      {
        pending: ['Sin comprobante', 'warning'],
        certified: ['Con comprobante', 'success'],
        cancelled: ['Cobro devuelto o anulado, o apertura deshecha', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'pending', width: 'short' },
    ),
  },
  title: 'name',
  search: ['name', 'certificate'],
  searchable: false,
  likeness: { by: {} },
  order: 'withheld_on',
  columns: [
    'withheld_on',
    'payment_id',
    'client_id',
    'agency_id',
    'tax',
    'amount',
    'waiting_days',
    'certificate',
    'status',
  ],
  filters: [
    'status',
    'tax',
    'payment_id',
    'client_id',
    'agency_id',
    'withheld_on',
    'amount',
    'currency_code',
  ],
  sections: [
    {
      label: 'Retención',
      fields: [
        'payment_id',
        'client_id',
        'agency_id',
        'tax',
        'pct',
        'amount',
        'withheld_on',
        'waiting_days',
        'status',
      ],
    },
    { label: 'Comprobante', fields: ['certificate', 'certificate_file'] },
  ],
  operations: [],
  partOf: ['client_id', 'agency_id'],
  finished: ['certified', 'cancelled'],
  permissions: {
    viewAll: 'payments.view_all',
    viewTeam: 'payments.view_team',
    viewOwn: 'payments.view_own',
    create: 'payments.apply',
    updateAll: 'payments.apply',
    archive: 'payments.reverse',
    export: 'payments.export',
  },
  state: 'status',
  commands: {
    certify: {
      label: 'Registrar comprobante',
      done: 'Comprobante de retención registrado',
      from: ['pending'],
      to: 'certified',
      permission: 'payments.apply',
      tone: 'primary',
      single: true,
      fields: {
        certificate: text('Número del comprobante', { max: 60, required: true }),
        certificate_file: file('Archivo'),
      },
      fills: ['certificate', 'certificate_file'],
      explanation: 'Con el comprobante la retención se puede compensar.',
      undo: { by: 'command', name: 'reopen' },
    },
    reopen: {
      label: 'Quitar comprobante',
      done: 'Comprobante de retención quitado',
      from: ['certified'],
      to: 'pending',
      permission: 'payments.apply',
      rare: true,
      explanation: 'Para corregir un número equivocado: queda otra vez sin comprobante.',
      undo: { by: 'command', name: 'certify' },
    },
  },
});
