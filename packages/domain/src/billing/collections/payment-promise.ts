import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { onePayer } from '../account-party.ts';
import { invoiceReaders } from '../invoice-readers.ts';
import { invoices } from '../invoices/invoice.ts';

/** States of a promise; `standing` shows them as of today. */
const promiseStates = {
  open: ['Abierta', 'info'],
  kept: ['Cumplida', 'success'],
  broken: ['Incumplida', 'danger'],
  withdrawn: ['Retirada', 'neutral'],
} as const;

/**
 * What an account promised to pay until a day (domain §1.6). Payments that are applied to its invoices until that day
 * count for its promises in the order of their days, each part for one promise. A promise whose amount was received is
 * kept; one that is past without it is broken. An open one counts as expected cash on its day and against the automatic
 * hold of the account's credit.
 */
export const paymentPromises = defineResource({
  name: 'payment_promises',
  screen: 'facturacion/facturacion-cobros/promesas',
  label: { one: 'Promesa de pago', many: 'Promesas de pago', gender: 'f' },
  fields: {
    name: text('Promesa', { max: 100, required: true, readOnly: true, width: 'wide' }),
    client_id: reference('Cliente', () => clients),
    agency_id: reference('Agencia', () => agencies, { hint: 'Solo si paga la agencia.' }),
    invoice_id: reference('Factura', () => invoices, {
      hint: 'Vacía: cuenta lo que pague de cualquiera de sus facturas. Para varias, registre una promesa por cada una.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    amount: money('Importe', { currency: 'currency_code', required: true, min: 0.01, sortable: true }),
    promised_on: date('Pagará el', { required: true, hint: 'Hasta ese día cuentan los pagos aplicados.' }),
    said_by: text('Lo prometió', { max: 120, hint: 'La persona que lo dijo.' }),
    note: longText('Nota', { max: 1000 }),
    received: money('Recibido', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      derived: true,
      initial: '0.00',
    }),
    status: choice('Estado registrado', promiseStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      width: 'short',
    }),
    standing: choice('Estado', promiseStates, {
      required: true,
      readOnly: true,
      computed: true,
      derived: true,
      width: 'short',
    }),
    closed_on: date('Cerrada el', { readOnly: true }),
    withdrawn_reason: longText('Motivo del retiro', { max: 500, readOnly: true }),
  },
  title: 'name',
  search: ['name', 'said_by'],
  searchable: false,
  likeness: { by: {} },
  order: 'promised_on',
  columns: [
    'promised_on',
    'client_id',
    'agency_id',
    'invoice_id',
    'amount',
    'received',
    'said_by',
    'standing',
  ],
  brief: ['client_id', 'agency_id', 'received'],
  filters: [
    'status',
    'promised_on',
    'client_id',
    'agency_id',
    'invoice_id',
    'amount',
    'currency_code',
    'created_at',
  ],
  sections: [
    { label: 'Quién paga', fields: ['client_id', 'agency_id', 'invoice_id'] },
    { label: 'Promesa', fields: ['amount', 'currency_code', 'promised_on', 'said_by', 'note'] },
  ],
  headline: {
    identity: ['client_id', 'agency_id', 'invoice_id'],
    facts: ['amount', 'received', 'promised_on', 'standing', 'closed_on'],
  },
  operations: ['create'],
  partOf: ['client_id', 'agency_id'],
  finished: ['kept', 'broken', 'withdrawn'],
  permissions: {
    ...invoiceReaders,
    create: 'collections.manage',
    updateAll: 'collections.manage',
    archive: 'collections.manage',
    export: 'invoices.export',
  },
  state: 'status',
  rules: [onePayer],
  notes: true,
  commands: {
    withdraw: {
      label: 'Retirar promesa',
      done: 'Promesa retirada',
      from: ['open'],
      to: 'withdrawn',
      permission: 'collections.manage',
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 500, min: 3, required: true }) },
      guards: [
        {
          needs: ['promised_on'],
          why: ({ promised_on }, { today }) =>
            String(promised_on) < today
              ? { text: 'Su día ya pasó: queda como incumplida. Registre otra promesa.' }
              : null,
        },
      ],
      explanation: 'Deja de contar como dinero esperado y ya no evita que se retenga el crédito.',
      undo: { never: 'Registre otra promesa.' },
    },
    expire: {
      label: 'Marcar como incumplida',
      done: 'Promesa incumplida',
      from: ['open'],
      to: 'broken',
      by: ['system'],
      guards: [
        {
          needs: ['promised_on'],
          why: ({ promised_on }, { today }) =>
            String(promised_on) < today ? null : { text: 'Su día todavía no pasó.' },
        },
      ],
      undo: { never: 'Registre otra promesa.' },
    },
  },
});
