import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { dateTime } from '../../kinds/date.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import type { Resource } from '../../resource/resource.ts';
import { defineResource } from '../../resource/resource.ts';
import { invoiceReaders } from '../invoice-readers.ts';
import { invoices } from '../invoices/invoice.ts';

/** An invoice or note that was mailed to somebody, or could not be. Its state follows that of the mail. */
export const invoiceDeliveries = defineResource({
  name: 'invoice_deliveries',
  screen: 'facturacion/facturacion/correos',
  label: { one: 'Correo de factura', many: 'Correos de facturas', gender: 'm' },
  fields: {
    recipient: text('Destinatario', { max: 160, required: true, readOnly: true, sortable: true }),
    email: email('Correo', { readOnly: true }),
    invoice_id: reference('Factura', (): Resource => invoices, { required: true, readOnly: true }),
    origin: choice(
      'Envío',
      { manual: 'A pedido', automatic: 'Al aceptarse' },
      { required: true, readOnly: true, initial: 'manual', width: 'short' },
    ),
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
  order: '-created_at',
  columns: ['recipient', 'email', 'invoice_id', 'origin', 'status', 'sent_at', 'error'],
  filters: ['status', 'origin', 'invoice_id', 'created_at'],
  sections: [
    { label: 'Correo', fields: ['recipient', 'email', 'invoice_id', 'origin'] },
    { label: 'Envío', fields: ['status', 'sent_at', 'error'] },
  ],
  operations: [],
  state: 'status',
  partOf: ['invoice_id'],
  permissions: {
    ...invoiceReaders,
    create: 'invoices.issue',
    updateAll: 'invoices.issue',
    archive: 'invoices.issue',
    export: 'invoices.export',
  },
});
