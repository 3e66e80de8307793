import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource } from '../../resource/resource.ts';
import { invoiceReaders } from '../invoice-readers.ts';

/** Days for which a page of an account opens unless something else is entered. */
export const accountRoomDays = 90;

/** Days for which a page of an account opens at most. */
export const mostAccountRoomDays = 400;

/**
 * A page on which somebody of a client or an agency sees its invoices, payments and balance by a link, without a user.
 * The link is answered once; here is who has it, until when it opens, and whether it was visited.
 */
export const accountRooms = defineResource({
  name: 'account_rooms',
  screen: 'facturacion/facturacion/paginas-de-cuenta',
  label: { one: 'Página de cuenta', many: 'Páginas de cuenta', gender: 'f' },
  fields: {
    recipient: text('Para quién', { max: 160, required: true, readOnly: true, sortable: true }),
    email: email('Correo', { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { readOnly: true }),
    expires_on: date('Se abre hasta', { required: true, readOnly: true }),
    status: choice(
      'Estado',
      { open: ['Abierta', 'success'], closed: ['Retirada', 'neutral'] },
      { required: true, readOnly: true, initial: 'open', width: 'short' },
    ),
    last_visit_at: dateTime('Última visita', { readOnly: true }),
  },
  title: 'recipient',
  likeness: { by: {} },
  search: ['recipient'],
  order: '-created_at',
  columns: ['recipient', 'email', 'client_id', 'agency_id', 'expires_on', 'status', 'last_visit_at'],
  filters: ['status', 'client_id', 'agency_id', 'expires_on', 'created_at'],
  sections: [
    {
      label: 'Página',
      fields: ['recipient', 'email', 'client_id', 'agency_id', 'expires_on', 'status', 'last_visit_at'],
    },
  ],
  operations: [],
  state: 'status',
  partOf: ['client_id', 'agency_id'],
  permissions: {
    ...invoiceReaders,
    create: 'invoices.issue',
    updateAll: 'invoices.issue',
    archive: 'invoices.issue',
    export: 'invoices.export',
  },
  commands: {
    share: {
      label: 'Abrir página de cuenta',
      done: 'Página de cuenta abierta',
      on: 'collection',
      permission: 'invoices.issue',
      secret: true,
      tone: 'primary',
      fields: {
        client_id: reference('Cliente', () => clients, { hint: 'Un cliente o una agencia, no los dos.' }),
        agency_id: reference('Agencia', () => agencies),
        recipient: text('Para quién', { max: 160, required: true }),
        email: email('Correo', { required: true }),
        expires_on: date('Se abre hasta', { required: true }),
        sends_mail: yesNo('Enviar por correo', { initial: true, hint: 'Con el enlace.' }),
        message: longText('Mensaje', { max: 1000 }),
      },
      explanation:
        'Crea un enlace a una página con sus facturas, sus pagos y su balance; la de una agencia, también con sus comisiones. Quien tenga el enlace la ve.',
      undo: { never: 'Retire la página cuando ya no deba abrirse.' },
    },
    close: {
      label: 'Retirar',
      done: 'Página retirada',
      from: ['open'],
      to: 'closed',
      permission: 'invoices.issue',
      tone: 'danger',
      explanation: 'El enlace deja de abrirse.',
      undo: { never: 'Abra otra: tendrá un enlace nuevo.' },
    },
  },
});
