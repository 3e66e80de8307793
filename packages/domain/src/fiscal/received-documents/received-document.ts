import { companies } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource } from '../../resource/resource.ts';

/** Types of e-CF that one taxpayer sends another; the others are made by the buyer. */
export const receivedTypes = {
  31: '31 · Factura de crédito fiscal',
  32: '32 · Factura de consumo',
  33: '33 · Nota de débito',
  34: '34 · Nota de crédito',
  44: '44 · Regímenes especiales',
  45: '45 · Gubernamental',
  46: '46 · Exportaciones',
} as const;

export type ReceivedType = keyof typeof receivedTypes;

/** What the tax authority says of a document that was received from another issuer. */
export const authorityStates = {
  unknown: ['Sin respuesta', 'neutral'],
  accepted: ['Aceptado', 'success'],
  rejected: ['Rechazado', 'danger'],
  not_found: ['No lo encuentra', 'warning'],
} as const;

/** Where the answer to a received document is on its way. */
const answerStates = {
  none: ['No aplica', 'neutral'],
  to_send: ['Por enviar', 'info'],
  delivered: ['Recibida', 'success'],
  refused: ['No recibida', 'danger'],
} as const;

const acceptedByAuthority: Guard = {
  needs: ['authority_status'],
  why: ({ authority_status }) => {
    if (authority_status === 'accepted') return null;
    return {
      text:
        authority_status === 'rejected'
          ? 'La administración tributaria lo rechazó: no tiene valor fiscal. Rechácelo.'
          : 'La administración tributaria todavía no confirma que lo aceptó. Consúltela otra vez con «Consultar ahora».',
    };
  },
};

const given = { readOnly: true, required: true } as const;

/**
 * An electronic fiscal document (e-CF) that another taxpayer sent to one of the companies. It was acknowledged when it
 * came; whether the purchase is approved is decided here, and the answer (ACECF) is signed and sent to the tax authority
 * and to the issuer in the background.
 */
export const receivedDocuments = defineResource({
  name: 'received_documents',
  screen: 'facturacion/facturacion/comprobantes-recibidos',
  label: { one: 'Comprobante recibido', many: 'Comprobantes recibidos', gender: 'm' },
  fields: {
    encf: text('e-NCF', { ...given, max: 13, sortable: true, width: 'short' }),
    issuer_rnc: text('RNC del emisor', { ...given, max: 11, sortable: true, width: 'short' }),
    issuer_name: text('Emisor', { ...given, max: 150, sortable: true }),
    company_id: reference('Compañía', () => companies, given),
    ecf_type: choice('Tipo', receivedTypes, { ...given, width: 'short' }),
    issue_date: date('Fecha', given),
    due_date: date('Vence', { readOnly: true }),
    modifies_number: text('Comprobante que modifica', { max: 19, readOnly: true, width: 'short' }),
    currency_code: choice('Moneda', currencies, { ...given, initial: 'DOP', width: 'short' }),
    tax: money('ITBIS', { ...given, currency: 'currency_code', initial: '0.00' }),
    total: money('Total', { ...given, currency: 'currency_code' }),
    security_code: text('Código de seguridad', { ...given, max: 6, width: 'short' }),
    signer: text('Firmado por', { ...given, max: 200 }),
    received_at: dateTime('Recibido', given),
    status: choice(
      'Estado',
      {
        received: ['Recibido', 'info'],
        approved: ['Aprobado', 'success'],
        rejected: ['Rechazado', 'danger'],
      },
      { ...given, initial: 'received', width: 'short' },
    ),
    rejection_reason: longText('Motivo del rechazo', { max: 250, readOnly: true }),
    decided_at: dateTime('Respondido', { readOnly: true }),
    authority_status: choice('Según la administración tributaria', authorityStates, {
      ...given,
      initial: 'unknown',
    }),
    answer_to_authority: choice('Respuesta a la administración tributaria', answerStates, {
      ...given,
      initial: 'none',
    }),
    answer_to_issuer: choice('Respuesta al emisor', answerStates, { ...given, initial: 'none' }),
    attention: choice(
      'Requiere atención',
      {
        unanswered: ['Sin respuesta', 'warning'],
        refused: ['Respuesta no recibida', 'danger'],
        invalid: ['Sin valor fiscal', 'danger'],
      },
      { readOnly: true, derived: true, width: 'short' },
    ),
    attempts: integer('Intentos', { ...given, initial: 0, aggregate: null, sortable: false }),
    next_attempt_at: dateTime('Próximo intento', { readOnly: true }),
    message: longText('Último mensaje', { max: 2000, readOnly: true }),
  },
  title: 'encf',
  keys: ['encf'],
  likeness: { by: {} },
  search: ['encf', 'issuer_rnc', 'issuer_name'],
  order: '-received_at',
  columns: [
    'encf',
    'issuer_name',
    'ecf_type',
    'issue_date',
    'tax',
    'total',
    'status',
    'authority_status',
    'attention',
    'received_at',
  ],
  filters: [
    'status',
    'attention',
    'ecf_type',
    'authority_status',
    'answer_to_authority',
    'answer_to_issuer',
    'company_id',
    'issue_date',
    'total',
    'currency_code',
    'received_at',
    'created_at',
  ],
  sections: [
    {
      label: 'Comprobante',
      fields: [
        'encf',
        'ecf_type',
        'issuer_name',
        'issuer_rnc',
        'company_id',
        'issue_date',
        'due_date',
        'modifies_number',
        'tax',
        'total',
        'currency_code',
        'security_code',
        'signer',
        'received_at',
      ],
    },
    {
      label: 'Respuesta',
      fields: [
        'status',
        'rejection_reason',
        'decided_at',
        'authority_status',
        'answer_to_authority',
        'answer_to_issuer',
        'attention',
        'attempts',
        'next_attempt_at',
        'message',
      ],
    },
  ],
  operations: [],
  state: 'status',
  notes: true,
  permissions: {
    viewAll: 'received_documents.view_all',
    create: 'received_documents.decide',
    updateAll: 'received_documents.decide',
    archive: 'received_documents.decide',
    export: 'received_documents.export',
  },
  commands: {
    approve: {
      label: 'Aprobar',
      done: 'Comprobante aprobado',
      from: ['received'],
      to: 'approved',
      permission: 'received_documents.decide',
      tone: 'primary',
      atHand: true,
      guards: [acceptedByAuthority],
      explanation: 'La aprobación comercial se firma y se envía al emisor y a la administración tributaria.',
      undo: { never: 'La respuesta enviada no se retira. Si fue un error, acuérdelo con el emisor.' },
    },
    reject: {
      label: 'Rechazar',
      done: 'Comprobante rechazado',
      from: ['received'],
      to: 'rejected',
      permission: 'received_documents.decide',
      tone: 'danger',
      fields: { reason: longText('Motivo', { min: 5, max: 250, required: true }) },
      explanation:
        'El rechazo comercial, con su motivo, se firma y se envía al emisor y a la administración tributaria.',
      undo: { never: 'La respuesta enviada no se retira. Si fue un error, acuérdelo con el emisor.' },
    },
    consult_now: {
      label: 'Consultar ahora',
      done: 'Consulta pedida',
      permission: 'received_documents.decide',
      from: ['received', 'approved', 'rejected'],
      rare: true,
      explanation:
        'Pregunta a la administración tributaria por el comprobante, o envía la respuesta que falta, sin esperar el próximo intento.',
      undo: { never: 'Lo enviado a la administración tributaria no se retira.' },
    },
  },
});
