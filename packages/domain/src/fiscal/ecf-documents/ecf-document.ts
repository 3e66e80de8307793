import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { invoices } from '../../billing/invoices/invoice.ts';
import { companies } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import type { Resource } from '../../resource/resource.ts';
import { defineResource } from '../../resource/resource.ts';
import { ecfEnvironments } from '../do/ecf-issuer.ts';
import { customerAnswers, ecfStates } from '../do/ecf-states.ts';

const numberIsFree: Guard = {
  needs: ['number_reusable'],
  why: ({ number_reusable }) =>
    number_reusable === true
      ? null
      : {
          text: 'Su número ya no se puede usar. Anule la factura y emita otra, que lleva un número nuevo.',
        },
};

const wasNotReceived: Guard = {
  needs: ['receiver_status'],
  why: ({ receiver_status }) =>
    receiver_status === 'refused' || receiver_status === 'not_electronic'
      ? null
      : { text: 'No hay una entrega al cliente que haya fallado.' },
};

/**
 * The electronic document of an issued invoice or note, on its way to the tax authority. It is made with the invoice;
 * signing and sending follow in the background, with longer pauses after each failure.
 */
export const ecfDocuments = defineResource({
  name: 'ecf_documents',
  screen: 'facturacion/facturacion/comprobantes-electronicos',
  label: { one: 'Comprobante electrónico', many: 'Comprobantes electrónicos', gender: 'm' },
  fields: {
    encf: text('e-NCF', { max: 13, required: true, readOnly: true, sortable: true, width: 'short' }),
    invoice_id: reference('Factura', (): Resource => invoices, { required: true, readOnly: true }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    status: choice('Estado', ecfStates, {
      required: true,
      readOnly: true,
      initial: 'to_sign',
      width: 'short',
    }),
    security_code: text('Código de seguridad', { max: 6, readOnly: true, width: 'short' }),
    signed_at: dateTime('Firmado', { readOnly: true }),
    sent_at: dateTime('Enviado', { readOnly: true }),
    answered_at: dateTime('Respondido', { readOnly: true }),
    track_id: text('Acuse (TrackId)', { max: 80, readOnly: true }),
    attempts: integer('Intentos', {
      required: true,
      readOnly: true,
      initial: 0,
      aggregate: null,
      sortable: false,
    }),
    next_attempt_at: dateTime('Próximo intento', { readOnly: true }),
    environment: choice('Ambiente', ecfEnvironments, { readOnly: true, width: 'short' }),
    attention: choice(
      'Requiere atención',
      {
        unsigned: ['No se puede firmar', 'warning'],
        unanswered: ['Sin respuesta', 'warning'],
        rejected: ['Rechazado', 'danger'],
      },
      { readOnly: true, derived: true, width: 'short' },
    ),
    number_reusable: yesNo('Su número se puede usar otra vez', {
      readOnly: true,
      required: true,
      initial: false,
      hint: 'De un comprobante rechazado, lo que dice la administración tributaria.',
    }),
    message: longText('Último mensaje', { max: 2000, readOnly: true }),
    receiver_status: choice(
      'Entrega electrónica al cliente',
      {
        none: ['No aplica', 'neutral'],
        to_send: ['Por entregar', 'info'],
        received: ['Recibido', 'success'],
        refused: ['No recibido', 'danger'],
        not_electronic: ['El cliente no recibe e-CF', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'none' },
    ),
    receiver_message: longText('Mensaje de la entrega', { max: 500, readOnly: true }),
    customer_answer: choice('Respuesta del cliente', customerAnswers, {
      required: true,
      readOnly: true,
      initial: 'none',
      width: 'short',
    }),
    customer_reason: longText('Motivo del cliente', { max: 250, readOnly: true }),
    customer_answered_at: dateTime('Respondido por el cliente', { readOnly: true }),
  },
  title: 'encf',
  keys: ['encf'],
  likeness: { by: {} },
  search: ['encf'],
  order: '-created_at',
  columns: [
    'encf',
    'invoice_id',
    'status',
    'attention',
    'message',
    'attempts',
    'next_attempt_at',
    'answered_at',
  ],
  filters: [
    'status',
    'attention',
    'receiver_status',
    'customer_answer',
    'environment',
    'company_id',
    'invoice_id',
    'next_attempt_at',
    'created_at',
  ],
  sections: [
    {
      label: 'Comprobante',
      fields: [
        'encf',
        'invoice_id',
        'company_id',
        'status',
        'attention',
        'security_code',
        'signed_at',
        'track_id',
        'environment',
      ],
    },
    {
      label: 'Envío',
      fields: ['sent_at', 'answered_at', 'attempts', 'next_attempt_at', 'number_reusable', 'message'],
    },
    {
      label: 'Cliente',
      fields: [
        'receiver_status',
        'receiver_message',
        'customer_answer',
        'customer_reason',
        'customer_answered_at',
      ],
    },
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
  commands: {
    send_now: {
      label: 'Enviar ahora',
      done: 'Envío pedido',
      permission: 'invoices.issue',
      tone: 'primary',
      atHand: true,
      from: ['to_sign', 'signed', 'sent', 'contingency'],
      explanation: 'Lo firma, envía o consulta enseguida, sin esperar el próximo intento.',
      undo: { never: 'Lo enviado a la administración tributaria no se retira.' },
    },
    deliver_again: {
      label: 'Entregar al cliente de nuevo',
      done: 'Entrega pedida',
      permission: 'invoices.issue',
      from: ['accepted', 'conditional'],
      rare: true,
      guards: [wasNotReceived],
      explanation: 'Lo envía otra vez a la dirección en que el cliente recibe comprobantes electrónicos.',
      undo: { never: 'Lo entregado a un cliente no se retira.' },
    },
    sign_again: {
      label: 'Firmar y enviar de nuevo',
      done: 'Comprobante en cola para firmarse de nuevo',
      permission: 'invoices.issue',
      from: ['rejected'],
      to: 'to_sign',
      guards: [numberIsFree],
      explanation:
        'Con el mismo número, después de corregir la causa: el certificado, el emisor o los datos de la compañía. Lo rechazado se conserva.',
      undo: { never: 'Lo enviado a la administración tributaria no se retira.' },
    },
  },
});
