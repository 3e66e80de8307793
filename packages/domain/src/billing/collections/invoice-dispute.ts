import { users } from '../../admin/users/user.ts';
import { reasons } from '../../finance/reason.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { invoiceReaders } from '../invoice-readers.ts';
import { invoices } from '../invoices/invoice.ts';

/**
 * What a payer does not accept of an invoice (domain §1.6), opened from the invoice. While it is open, its amount is shown apart in the aging, is
 * not collected and holds no credit. Accepting it prepares the draft of a credit note.
 */
export const invoiceDisputes = defineResource({
  name: 'invoice_disputes',
  screen: 'facturacion/facturacion-cobros/disputas',
  label: { one: 'Disputa', many: 'Disputas', gender: 'f' },
  fields: {
    name: text('Disputa', { max: 100, required: true, readOnly: true, width: 'wide' }),
    invoice_id: reference('Factura', (): Resource => invoices, { required: true, readOnly: true }),
    reason_id: reference('Motivo', () => reasons, { required: true, readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    amount: money('Importe en disputa', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      min: 0.01,
      sortable: true,
    }),
    detail: longText('Qué objeta', { max: 2000, readOnly: true }),
    resolver_id: reference('Quién la resuelve', () => users, { required: true, readOnly: true }),
    status: choice(
      'Estado',
      {
        open: ['Abierta', 'warning'],
        accepted: ['Aceptada', 'success'],
        rejected: ['Rechazada', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'open', width: 'short' },
    ),
    credit_note_id: reference('Nota de crédito', (): Resource => invoices, { readOnly: true }),
    resolution: longText('Resolución', { max: 1000, readOnly: true }),
    resolved_on: date('Resuelta el', { readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: ['name', 'invoice_id', 'reason_id', 'amount', 'resolver_id', 'created_at', 'status'],
  brief: ['invoice_id', 'amount'],
  filters: [
    'status',
    'reason_id',
    'resolver_id',
    'invoice_id',
    'amount',
    'currency_code',
    'resolved_on',
    'created_at',
  ],
  sections: [{ label: 'Disputa', fields: ['invoice_id', 'amount', 'reason_id', 'detail', 'resolver_id'] }],
  headline: {
    identity: ['invoice_id', 'reason_id', 'resolver_id'],
    facts: ['amount', 'credit_note_id', 'resolved_on'],
  },
  operations: [],
  partOf: ['invoice_id'],
  finished: ['accepted', 'rejected'],
  permissions: {
    ...invoiceReaders,
    create: 'collections.manage',
    updateAll: 'collections.manage',
    archive: 'collections.manage',
    export: 'invoices.export',
  },
  state: 'status',
  notes: true,
  commands: {
    accept: {
      label: 'Aceptar',
      done: 'Disputa aceptada',
      from: ['open'],
      to: 'accepted',
      permission: 'invoices.credit_note',
      tone: 'primary',
      single: true,
      fields: {
        reason_id: reference('Motivo de la nota', () => reasons, {
          required: true,
          only: { kind: 'credit_note' },
        }),
        resolution: longText('Resolución', { max: 1000 }),
      },
      reason: 'resolution',
      explanation:
        'Prepara el borrador de una nota de crédito por la factura entera. Si la disputa es por menos, deje en ella solo lo aceptado antes de emitirla.',
      undo: { never: 'Archive el borrador de la nota y registre otra disputa.' },
    },
    reject: {
      label: 'Rechazar',
      done: 'Disputa rechazada',
      from: ['open'],
      to: 'rejected',
      permission: 'collections.manage',
      tone: 'danger',
      fields: { resolution: longText('Por qué no procede', { max: 1000, min: 5, required: true }) },
      reason: 'resolution',
      explanation: 'Su importe vuelve a cobrarse.',
      undo: { never: 'Registre otra disputa.' },
    },
  },
});
