import { invoices } from '../../billing/invoices/invoice.ts';
import { reasons } from '../../finance/reason.ts';
import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { placements } from '../quotas/placement.ts';
import { quotas } from '../quotas/quota.ts';
import { evidenceReports } from './evidence-report.ts';
import { evidencePermissions } from './permissions.ts';

/** What becomes of an objection. */
export const objectionStates = {
  open: ['Por decidir', 'warning'],
  make_good: ['Se compensa', 'info'],
  credit: ['Por acreditar', 'info'],
  credited: ['Acreditada', 'success'],
  answered: ['Respondida', 'neutral'],
} as const;

const answer = longText('Qué se responde al cliente', { max: 2000 });

/**
 * What a client objects to in a report, by line. Staff decides on each: a makegood, a credit that billing takes, or an
 * answer. The report is submitted again once nothing is open.
 */
export const evidenceObjections: Resource = defineResource({
  name: 'evidence_objections',
  screen: 'postventa/reportes-evidencias/objeciones',
  label: { one: 'Objeción', many: 'Objeciones', gender: 'f' },
  fields: {
    label: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    report_id: reference('Reporte', () => evidenceReports, { required: true, readOnly: true }),
    edition: integer('Edición', {
      required: true,
      readOnly: true,
      initial: 1,
      sortable: false,
      aggregate: null,
    }),
    quota_id: reference('Cupo', () => quotas, { readOnly: true }),
    body: longText('Qué objeta', { max: 4000, required: true, readOnly: true, width: 'wide' }),
    author: text('Quién', { max: 160, required: true, readOnly: true }),
    status: choice('Estado', objectionStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      sortable: true,
      width: 'short',
    }),
    answer: longText('Respuesta', { max: 2000, readOnly: true }),
    decided_at: dateTime('Decidida el', { readOnly: true, sortable: false }),
    makegood_id: reference('Compensación', () => placements, { readOnly: true }),
    credit: money('Crédito', {
      currency: 'currency_code',
      min: 0.01,
      readOnly: true,
      sortable: false,
      hint: 'Neto, antes de impuestos.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      readOnly: true,
      initial: 'DOP',
      width: 'short',
    }),
    credit_note_id: reference('Nota de crédito', () => invoices, { readOnly: true }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-created_at',
  columns: ['label', 'report_id', 'body', 'author', 'credit', 'status'],
  brief: ['report_id', 'body'],
  filters: ['status', 'report_id', 'quota_id', 'created_at'],
  sections: [
    { label: 'Objeción', fields: ['report_id', 'edition', 'quota_id', 'body', 'author'] },
    {
      label: 'Decisión',
      fields: ['decided_at', 'answer', 'makegood_id', 'credit', 'currency_code', 'credit_note_id'],
    },
  ],
  operations: [],
  keepsReferences: true,
  partOf: ['report_id'],
  finished: ['make_good', 'credited', 'answered'],
  permissions: evidencePermissions,
  state: 'status',
  commands: {
    make_good: {
      label: 'Compensar',
      done: 'Objeción compensada',
      from: ['open'],
      to: 'make_good',
      permission: 'placements.makegood',
      single: true,
      tone: 'primary',
      fields: {
        placement_id: reference('Colocación objetada', () => placements, { required: true }),
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'non_airing' } }),
        answer,
      },
      explanation:
        'La colocación queda como no emitida y se compensa en el primer lugar de igual valor dentro del vuelo.',
      undo: { never: 'Cancele la compensación en Gestión de Cupos.' },
    },
    credit: {
      label: 'Acreditar',
      done: 'Crédito propuesto',
      from: ['open'],
      to: 'credit',
      permission: 'evidence_reports.send',
      single: true,
      fields: {
        credit: money('Crédito', {
          currency: 'currency_code',
          min: 0.01,
          required: true,
          hint: 'Neto, antes de impuestos, en la moneda del contrato.',
        }),
        answer,
      },
      explanation: 'Facturación lo toma al hacer la nota de crédito.',
      undo: { by: 'log' },
    },
    answer: {
      label: 'Responder',
      done: 'Objeción respondida',
      from: ['open'],
      to: 'answered',
      permission: 'evidence_reports.send',
      single: true,
      fields: { answer: longText('Qué se responde al cliente', { max: 2000, min: 3, required: true }) },
      explanation: 'Sin compensar ni acreditar: por ejemplo, porque se agregó la evidencia que faltaba.',
      undo: { by: 'log' },
    },
    settle: {
      label: 'Marcar como acreditada',
      done: 'Crédito acreditado',
      from: ['credit'],
      to: 'credited',
      permission: 'invoices.credit_note',
      single: true,
      fields: { credit_note_id: reference('Nota de crédito', () => invoices, { required: true }) },
      undo: { by: 'log' },
    },
  },
});
