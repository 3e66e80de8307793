import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { companies } from '../../catalogues/organization.ts';
import { fiscalDocuments } from '../../finance/fiscal-documents.ts';
import { fiscalSequences } from '../../finance/fiscal-sequence.ts';
import { reasons } from '../../finance/reason.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import type { Resource } from '../../resource/resource.ts';
import { defineResource } from '../../resource/resource.ts';

const number = (label: string) =>
  integer(label, { required: true, readOnly: true, aggregate: null, sortable: false });

/**
 * Numbers of e-CF that were not used and are voided before the tax authority (ANECF). The command of a fiscal sequence
 * makes one; it is signed and sent in the background. Its numbers are not issued any more, whatever the authority answers.
 */
export const voidedNumbers = defineResource({
  name: 'voided_numbers',
  screen: 'facturacion/facturacion/numeros-anulados',
  label: { one: 'Anulación de e-NCF', many: 'Anulaciones de e-NCF', gender: 'f' },
  fields: {
    name: text('Rango', { max: 60, required: true, readOnly: true, derived: true, sortable: true }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    sequence_id: reference('Secuencia fiscal', (): Resource => fiscalSequences, {
      required: true,
      readOnly: true,
    }),
    document: choice('Comprobante', fiscalDocuments, { required: true, readOnly: true }),
    first_no: number('Desde'),
    last_no: number('Hasta'),
    reason_id: reference('Motivo', () => reasons, { required: true, readOnly: true }),
    status: choice(
      'Estado',
      {
        to_send: ['Por enviar', 'info'],
        accepted: ['Aceptada', 'success'],
        rejected: ['Rechazada', 'danger'],
      },
      { required: true, readOnly: true, initial: 'to_send', width: 'short' },
    ),
    answered_at: dateTime('Respondida', { readOnly: true }),
    attempts: integer('Intentos', {
      required: true,
      readOnly: true,
      initial: 0,
      aggregate: null,
      sortable: false,
    }),
    next_attempt_at: dateTime('Próximo intento', { readOnly: true }),
    message: longText('Último mensaje', { max: 2000, readOnly: true }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: '-created_at',
  columns: ['name', 'company_id', 'reason_id', 'status', 'message', 'answered_at'],
  filters: ['status', 'company_id', 'document', 'created_at'],
  sections: [
    {
      label: 'Números',
      fields: ['sequence_id', 'document', 'first_no', 'last_no', 'company_id', 'reason_id'],
    },
    { label: 'Envío', fields: ['status', 'answered_at', 'attempts', 'next_attempt_at', 'message'] },
  ],
  operations: [],
  state: 'status',
  permissions: {
    viewAll: invoiceReaders.viewAll,
    create: 'finance.manage',
    updateAll: 'finance.manage',
    archive: 'finance.manage',
    export: 'invoices.export',
  },
  commands: {
    send_now: {
      label: 'Enviar ahora',
      done: 'Envío pedido',
      permission: 'finance.manage',
      tone: 'primary',
      from: ['to_send'],
      explanation: 'Lo firma y envía enseguida, sin esperar el próximo intento.',
      undo: { never: 'Lo enviado a la administración tributaria no se retira.' },
    },
    send_again: {
      label: 'Firmar y enviar de nuevo',
      done: 'Anulación en cola para enviarse de nuevo',
      permission: 'finance.manage',
      from: ['rejected'],
      to: 'to_send',
      explanation:
        'Después de corregir la causa del rechazo. Consulte antes en la Oficina Virtual si ya se anularon.',
      undo: { never: 'Lo enviado a la administración tributaria no se retira.' },
    },
  },
});
