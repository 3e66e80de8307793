import { users } from '../../admin/users/user.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource } from '../../resource/resource.ts';
import { billingPlans } from '../../sales/quotes/billing-plans.ts';
import { groupingInput, invoiceGroupings } from '../grouping/invoice-groupings.ts';

const count = (label: string) =>
  integer(label, { required: true, readOnly: true, computed: true, aggregate: null, sortable: false });

const some = (field: string, text: string): Guard => ({
  needs: [field],
  why: (record) => (Number(record[field] ?? 0) > 0 ? null : { text }),
});

const inReview: Guard = {
  needs: ['status'],
  why: ({ status }) => (status === 'review' ? null : { text: 'La corrida no está en revisión.' }),
};

/** The fields that choose what a run bills. */
const chosen = (readOnly: boolean) => ({
  billing_plan: choice('Plan de facturación', billingPlans, { readOnly, width: 'short' }),
  client_id: reference('Cliente', () => clients, { readOnly }),
  agency_id: reference('Agencia', () => agencies, { readOnly }),
  owner_id: reference('Vendedor', () => users, { readOnly }),
});

/**
 * A run of billing: the drafts of everything that is due of some contracts of a company, reviewed together and then issued
 * one by one by a job, each in its own transaction. Its drafts are the invoices that name it (`billing_run_id`); those
 * that are marked as reviewed are issued. After the job it is in review again if a draft is left, and finished if not.
 */
export const billingRuns = defineResource({
  name: 'billing_runs',
  screen: 'facturacion/facturacion-cobros/corridas',
  label: { one: 'Corrida de facturación', many: 'Corridas de facturación', gender: 'f' },
  fields: {
    number: text('Corrida', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    company_id: reference('Compañía', () => companies, { required: true, readOnly: true }),
    until: date('Lo que vence hasta', { required: true, readOnly: true }),
    ...chosen(true),
    grouping: choice('Agrupación', invoiceGroupings, { required: true, readOnly: true, initial: 'contract' }),
    status: choice(
      'Estado',
      {
        review: ['En revisión', 'info'],
        issuing: ['Emitiendo', 'warning'],
        finished: ['Terminada', 'success'],
        cancelled: ['Cancelada', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'review', sortable: true, width: 'short' },
    ),
    issue_on: date('Fecha de las facturas', { readOnly: true, hint: 'Vacía: el día en que se emiten.' }),
    prepared_by_id: reference('Preparó', () => users, { required: true, readOnly: true }),
    issued_by_id: reference('Emitió', () => users, { readOnly: true }),
    finished_at: dateTime('Terminada', { readOnly: true }),
    invoice_count: count('Facturas'),
    reviewed_count: count('Por emitir'),
    issued_count: count('Emitidas'),
    failed_count: count('Con falla'),
  },
  title: 'number',
  keys: ['number'],
  search: ['number'],
  searchable: false,
  likeness: { by: {} },
  order: '-created_at',
  columns: [
    'number',
    'company_id',
    'until',
    'invoice_count',
    'issued_count',
    'failed_count',
    'prepared_by_id',
    'finished_at',
    'status',
  ],
  brief: ['company_id', 'until', 'invoice_count'],
  filters: [
    'status',
    'company_id',
    'until',
    'billing_plan',
    'client_id',
    'agency_id',
    'owner_id',
    'grouping',
    'finished_at',
    'created_at',
  ],
  sections: [
    {
      label: 'Corrida',
      fields: [
        'company_id',
        'until',
        'billing_plan',
        'client_id',
        'agency_id',
        'owner_id',
        'grouping',
        'prepared_by_id',
      ],
    },
    { label: 'Emisión', fields: ['issue_on', 'issued_by_id', 'finished_at'] },
  ],
  headline: {
    identity: ['company_id', 'until'],
    facts: ['invoice_count', 'reviewed_count', 'issued_count', 'failed_count'],
  },
  operations: [],
  permissions: {
    viewAll: 'invoices.view_all',
    create: 'invoices.run',
    updateAll: 'invoices.run',
    archive: 'invoices.run',
    export: 'invoices.export',
  },
  finished: ['finished', 'cancelled'],
  keepsReferences: true,
  state: 'status',
  commands: {
    prepare: {
      label: 'Nueva corrida',
      done: 'Corrida preparada',
      on: 'collection',
      permission: 'invoices.run',
      tone: 'primary',
      preview: 'plan',
      fields: {
        company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
        until: date('Lo que vence hasta', {
          required: true,
          begins: { from: 'now' },
          hint: 'Las cuotas hasta ese día. De lo que se factura por consumo, todo lo cumplido.',
        }),
        ...chosen(false),
        grouping: groupingInput,
      },
      explanation: 'Prepara los borradores de todo lo que está por facturar. Después se revisan y se emiten.',
      undo: { never: 'Cancele la corrida: sus borradores se archivan.' },
    },
    approve_all: {
      label: 'Aprobar todo',
      done: 'Borradores de la corrida aprobados',
      single: true,
      permission: 'invoices.run',
      guards: [inReview, some('invoice_count', 'La corrida no tiene facturas.')],
      explanation:
        'Marca como revisados todos sus borradores. Para dejar alguno fuera, devuélvalo a borrador.',
      undo: { never: 'Devuelva a borrador los que no vaya a emitir.' },
    },
    issue: {
      label: 'Emitir',
      done: 'Emisión de la corrida iniciada',
      from: ['review'],
      to: 'issuing',
      permission: 'invoices.issue',
      tone: 'primary',
      single: true,
      fields: { issue_date: date('Fecha', { hint: 'Vacía: el día en que se emiten. No puede ser futura.' }) },
      guards: [some('reviewed_count', 'No hay facturas revisadas sin falla. Apruébelas o reintente.')],
      explanation: 'Emite una por una las facturas revisadas. Puede seguir trabajando mientras tanto.',
      undo: {
        never: 'Lo emitido se corrige con notas de crédito. Cancele la corrida para detener el resto.',
      },
    },
    retry: {
      label: 'Reintentar lo que falló',
      done: 'Reintento iniciado',
      from: ['review'],
      to: 'issuing',
      permission: 'invoices.issue',
      single: true,
      guards: [some('failed_count', 'Ninguna factura de la corrida falló.')],
      explanation: 'Emite otra vez las que fallaron y las demás que estén revisadas.',
      undo: { never: 'Lo emitido se corrige con notas de crédito.' },
    },
    cancel: {
      label: 'Cancelar corrida',
      done: 'Corrida cancelada',
      from: ['review', 'issuing'],
      to: 'cancelled',
      permission: 'invoices.run',
      tone: 'danger',
      single: true,
      rare: true,
      fields: {
        keep_drafts: yesNo('Conservar los borradores', {
          initial: false,
          hint: 'Si no, se archivan y lo que facturaban vuelve a la cola.',
        }),
      },
      explanation: 'Lo que ya se emitió queda emitido; lo demás no se emite.',
      undo: { never: 'Prepare otra corrida.' },
    },
  },
});
