import { users } from '../../admin/users/user.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';
import { invoiceReaders } from '../invoice-readers.ts';
import { collectionStages } from './collection-stage.ts';

/**
 * The collection from one account (domain §1.6): a job opens a case when an invoice of the account is overdue and closes
 * it when none is. It has who collects, when they act next, and whether the credit of the account was held by itself.
 * Calls and visits are activities of the account.
 */
export const collectionCases = defineResource({
  name: 'collection_cases',
  screen: 'facturacion/facturacion-cobros/gestion',
  label: { one: 'Gestión de cobro', many: 'Gestiones de cobro', gender: 'f' },
  fields: {
    name: text('Cuenta', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    client_id: reference('Cliente', () => clients, { readOnly: true }),
    agency_id: reference('Agencia', () => agencies, { readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    overdue: money('Vencido', {
      currency: 'currency_code',
      readOnly: true,
      computed: true,
      derived: true,
      aggregate: null,
      hint: 'Lo vencido que debe la cuenta, en su moneda; las demás están en «Facturas y saldo».',
    }),
    overdue_since: date('Vencido desde', { required: true, readOnly: true }),
    collector_id: reference('Cobrador', () => users, { readOnly: true }),
    next_action_on: date('Próxima gestión', { hint: 'El día en que toca volver a llamar o escribir.' }),
    situation: longText('Situación', { max: 1000, hint: 'Qué falta para cobrar y qué se acordó.' }),
    credit_hold: choice(
      'Retención automática',
      {
        none: ['No', 'neutral'],
        held: ['Retenido', 'danger'],
        by_hand: ['Liberado a mano', 'warning'],
      },
      {
        required: true,
        readOnly: true,
        initial: 'none',
        hint: 'Por los días y el importe de la configuración. Lo que se liberó a mano no se vuelve a retener, salvo que se incumpla una promesa.',
      },
    ),
    held_on: date('Retenido el', { readOnly: true }),
    stage_id: reference('Etapa', () => collectionStages, {
      readOnly: true,
      hint: 'Según los días que lleva vencido lo más antiguo.',
    }),
    letter_sent_at: dateTime('Carta enviada', { readOnly: true }),
    statement_sent_at: dateTime('Estado de cuenta enviado', { readOnly: true }),
    status: choice(
      'Estado',
      { open: ['Abierta', 'warning'], closed: ['Cerrada', 'neutral'] },
      { required: true, readOnly: true, initial: 'open', width: 'short' },
    ),
    opened_on: date('Abierta el', { required: true, readOnly: true }),
    closed_on: date('Cerrada el', { readOnly: true }),
  },
  title: 'name',
  search: ['name'],
  searchable: false,
  likeness: { by: {} },
  order: 'next_action_on',
  columns: [
    'name',
    'overdue',
    'overdue_since',
    'stage_id',
    'collector_id',
    'next_action_on',
    'credit_hold',
    'status',
  ],
  brief: ['collector_id', 'next_action_on'],
  filters: [
    'status',
    'stage_id',
    'collector_id',
    'next_action_on',
    'overdue_since',
    'credit_hold',
    'client_id',
    'agency_id',
    'letter_sent_at',
    'statement_sent_at',
    'opened_on',
    'closed_on',
  ],
  sections: [{ label: 'Gestión', fields: ['next_action_on', 'situation'] }],
  headline: {
    identity: ['client_id', 'agency_id', 'stage_id', 'collector_id'],
    facts: [
      'overdue',
      'overdue_since',
      'next_action_on',
      'letter_sent_at',
      'statement_sent_at',
      'credit_hold',
      'held_on',
      'closed_on',
    ],
  },
  operations: ['update'],
  partOf: ['client_id', 'agency_id'],
  finished: ['closed'],
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
    assign: {
      label: 'Asignar cobrador',
      done: 'Cobrador asignado',
      from: ['open'],
      permission: 'collections.manage',
      tone: 'primary',
      atHand: true,
      fields: { collector_id: reference('Cobrador', () => users, { required: true }) },
      explanation: 'La cuenta aparecerá en su lista de gestión de cobro.',
      undo: { by: 'log' },
    },
    send_letter: {
      label: 'Enviar carta de cobro',
      done: 'Carta de cobro enviada',
      from: ['open'],
      permission: 'collections.manage',
      oneByOne: true,
      atHand: true,
      guards: [
        {
          needs: ['stage_id'],
          why: ({ stage_id }) =>
            stage_id ? null : { text: 'Todavía no llega a los días de la primera etapa de cobro.' },
        },
      ],
      explanation:
        'Se envía por correo, en PDF, la carta de su etapa al contacto de facturación de la cuenta. La próxima gestión se pone los días que dice la etapa.',
      undo: { never: 'El correo ya salió.' },
    },
    send_statement: {
      label: 'Enviar estado de cuenta',
      done: 'Estado de cuenta enviado',
      from: ['open'],
      permission: 'collections.manage',
      oneByOne: true,
      atHand: true,
      fields: { message: longText('Mensaje', { max: 1000, hint: 'Va al principio del correo.' }) },
      reason: 'message',
      explanation: 'Se envía por correo, en PDF, al contacto de facturación de la cuenta.',
      undo: { never: 'El correo ya salió.' },
    },
  },
});
