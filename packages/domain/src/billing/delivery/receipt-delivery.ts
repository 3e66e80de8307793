import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { dateTime } from '../../kinds/date.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import type { Resource } from '../../resource/resource.ts';
import { defineResource } from '../../resource/resource.ts';
import { payments } from '../payments/payment.ts';

/** A receipt that was mailed to somebody, or could not be. Its state follows that of the mail. */
export const receiptDeliveries = defineResource({
  name: 'receipt_deliveries',
  screen: 'facturacion/registro-cobros/correos',
  label: { one: 'Correo de recibo', many: 'Correos de recibos', gender: 'm' },
  fields: {
    recipient: text('Destinatario', { max: 160, required: true, readOnly: true, sortable: true }),
    email: email('Correo', { required: true, readOnly: true }),
    payment_id: reference('Cobro', (): Resource => payments, { required: true, readOnly: true }),
    status: choice(
      'Estado',
      {
        queued: ['En cola', 'info'],
        sent: ['Enviado', 'success'],
        failed: ['No enviado', 'danger'],
      },
      { required: true, readOnly: true, initial: 'queued', width: 'short' },
    ),
    sent_at: dateTime('Enviado', { readOnly: true }),
    error: longText('Por qué no se envió', { max: 500, readOnly: true }),
  },
  title: 'recipient',
  likeness: { by: {} },
  search: ['recipient'],
  searchable: false,
  order: '-created_at',
  columns: ['recipient', 'email', 'payment_id', 'status', 'sent_at', 'error'],
  filters: ['status', 'payment_id', 'created_at'],
  sections: [
    { label: 'Correo', fields: ['recipient', 'email', 'payment_id'] },
    { label: 'Envío', fields: ['status', 'sent_at', 'error'] },
  ],
  operations: [],
  state: 'status',
  partOf: ['payment_id'],
  permissions: {
    viewAll: 'payments.view_all',
    viewTeam: 'payments.view_team',
    viewOwn: 'payments.view_own',
    create: 'payments.create',
    updateAll: 'payments.create',
    archive: 'payments.reverse',
    export: 'payments.export',
  },
});
