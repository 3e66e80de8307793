import { users } from '../../admin/users/user.ts';
import { email } from '../../kinds/contact.ts';
import { dateTime } from '../../kinds/date.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { invoiceReaders } from '../invoice-readers.ts';
import { collectionCases } from './collection-case.ts';
import { collectionStages } from './collection-stage.ts';

/** A collection letter that was mailed to the billing contact of an account, with its text as it was sent. */
export const collectionLetters = defineResource({
  name: 'collection_letters',
  screen: 'facturacion/facturacion-cobros/cartas',
  label: { one: 'Carta de cobro', many: 'Cartas de cobro', gender: 'f' },
  fields: {
    subject: text('Asunto', { max: 400, required: true, readOnly: true, width: 'wide' }),
    case_id: reference('Gestión de cobro', (): Resource => collectionCases, {
      required: true,
      readOnly: true,
    }),
    stage_id: reference('Etapa', () => collectionStages, { required: true, readOnly: true }),
    recipient: text('Destinatario', { max: 160, required: true, readOnly: true }),
    email: email('Correo', { required: true, readOnly: true }),
    sent_at: dateTime('Enviada', { required: true, readOnly: true, sortable: true }),
    sender_id: reference('Enviada por', () => users, { required: true, readOnly: true }),
    body: longText('Texto', { max: 20_000, required: true, readOnly: true }),
  },
  title: 'subject',
  search: ['subject', 'recipient'],
  searchable: false,
  likeness: { by: {} },
  order: '-sent_at',
  columns: ['subject', 'case_id', 'stage_id', 'recipient', 'email', 'sent_at', 'sender_id'],
  filters: ['case_id', 'stage_id', 'sender_id', 'sent_at'],
  sections: [
    { label: 'Carta', fields: ['subject', 'case_id', 'stage_id', 'recipient', 'email', 'sender_id', 'body'] },
  ],
  headline: { identity: ['case_id', 'stage_id'], facts: ['recipient', 'email', 'sent_at', 'sender_id'] },
  operations: [],
  partOf: ['case_id'],
  permissions: {
    ...invoiceReaders,
    create: 'collections.manage',
    updateAll: 'collections.manage',
    archive: 'collections.manage',
    export: 'invoices.export',
  },
});
