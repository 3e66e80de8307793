import { clients } from '../../../crm/clients/client.ts';
import { choice } from '../../../kinds/choice.ts';
import { date } from '../../../kinds/date.ts';
import { integer, money, percent } from '../../../kinds/number.ts';
import { reference } from '../../../kinds/reference.ts';
import { longText, text } from '../../../kinds/text.ts';
import { currencies } from '../../../money/currencies.ts';
import { defineResource, type Resource } from '../../../resource/resource.ts';
import { contracts } from '../contract.ts';
import { contractViewing } from '../permissions.ts';
import { cancellationKinds } from './cancel-contract.ts';
import type { Cancellation } from './cancellation.ts';

/** States of what a cancellation leaves to be settled. */
export const cancellationStates = {
  open: ['Por liquidar', 'warning'],
  settled: ['Liquidada', 'success'],
  dropped: ['Descartada', 'neutral'],
} as const;

const amount = (label: string, hint?: string) =>
  money(label, {
    currency: 'currency_code',
    required: true,
    readOnly: true,
    initial: '0.00',
    min: 0,
    ...(hint && { hint }),
  });

const amounts = {
  contracted: amount('Contratado'),
  delivered: amount('Cumplido', 'Lo emitido y lo que se emite hasta el día en que termina.'),
  undelivered: amount('Sin cumplir'),
  billed: amount('Facturado', 'Menos notas de crédito.'),
  credit: amount('Por acreditar', 'Facturado y no cumplido: va en una nota de crédito.'),
  to_bill: amount('Por facturar', 'Cumplido y no facturado.'),
  penalty: amount('Penalidad'),
} as const satisfies Readonly<Record<keyof Cancellation, unknown>>;

/**
 * What a cancelled contract leaves to be settled: the credit of what was billed and not delivered, and the agreed penalty,
 * as they were when it was cancelled. Net amounts, before tax. One for each contract that was cancelled after its signature.
 */
export const cancellationProposals: Resource = defineResource({
  name: 'cancellation_proposals',
  screen: 'ventas/contratos/cancelaciones',
  label: { one: 'Liquidación por cancelación', many: 'Liquidaciones por cancelación', gender: 'f' },
  fields: {
    label: text('Liquidación', { max: 100, required: true, readOnly: true, width: 'wide' }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    effective_on: date('Termina desde', {
      required: true,
      readOnly: true,
      sortable: true,
      hint: 'El primer día sin pauta.',
    }),
    reason_kind: choice('Por qué', cancellationKinds, {
      required: true,
      readOnly: true,
      initial: 'client_request',
    }),
    reason: longText('Motivo', { max: 1000, required: true, readOnly: true }),
    notice_days: integer('Aviso pactado (días)', {
      min: 0,
      readOnly: true,
      sortable: false,
      aggregate: null,
    }),
    missing_notice_days: integer('Aviso que faltó (días)', {
      required: true,
      min: 0,
      readOnly: true,
      initial: 0,
      sortable: false,
      aggregate: null,
    }),
    penalty_pct: percent('Penalidad pactada', { readOnly: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      readOnly: true,
      initial: 'DOP',
      width: 'short',
    }),
    ...amounts,
    status: choice('Estado', cancellationStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'label',
  search: ['label'],
  order: '-created_at',
  columns: ['label', 'client_id', 'effective_on', 'credit', 'penalty', 'to_bill', 'reason_kind', 'status'],
  brief: ['credit', 'penalty'],
  filters: ['status', 'client_id', 'contract_id', 'reason_kind', 'effective_on', 'credit', 'created_at'],
  sections: [
    {
      label: 'Cancelación',
      fields: [
        'contract_id',
        'client_id',
        'effective_on',
        'reason_kind',
        'reason',
        'notice_days',
        'missing_notice_days',
      ],
    },
    { label: 'Importes sin impuestos', fields: ['currency_code', ...Object.keys(amounts), 'penalty_pct'] },
  ],
  headline: {
    identity: ['contract_id', 'client_id'],
    facts: ['credit', 'penalty', 'to_bill', 'effective_on'],
  },
  operations: [],
  keepsReferences: true,
  partOf: ['contract_id'],
  finished: ['settled', 'dropped'],
  permissions: {
    ...contractViewing,
    create: 'contracts.cancel',
    updateAll: 'invoices.credit_note',
    archive: 'contracts.cancel',
  },
  notes: true,
  state: 'status',
  commands: {
    settle: {
      label: 'Marcar como liquidada',
      done: 'Cancelación liquidada',
      from: ['open'],
      to: 'settled',
      tone: 'primary',
      fields: { reason: longText('Con qué documentos', { max: 1000, min: 3, required: true }) },
      undo: { by: 'log' },
      explanation: 'Cuando la nota de crédito y la factura de la penalidad están emitidas.',
    },
    drop: {
      label: 'Descartar',
      done: 'Liquidación descartada',
      from: ['open'],
      to: 'dropped',
      tone: 'danger',
      rare: true,
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
      undo: { by: 'log' },
      explanation: 'No se acredita ni se cobra nada por esta cancelación.',
    },
  },
});
