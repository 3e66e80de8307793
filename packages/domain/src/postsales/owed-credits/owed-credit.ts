import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { invoices } from '../../billing/invoices/invoice.ts';
import { clients } from '../../crm/clients/client.ts';
import { lateStarts } from '../../implementation/late-starts/late-start.ts';
import { choice } from '../../kinds/choice.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { evidenceObjections } from '../evidence/evidence-objection.ts';

/** Where a credit comes from. */
export const owedCreditSources = {
  objection: 'Objeción a evidencias',
  late_start: 'Inicio tardío',
} as const;

/** States of a credit that is owed. */
export const owedCreditStates = {
  open: ['Por acreditar', 'warning'],
  credited: ['Acreditado', 'success'],
  withdrawn: ['Retirado', 'neutral'],
} as const;

/**
 * A credit that postsales decided to give a client, until billing names the credit note that gives it. The database makes
 * one when an objection is decided with a credit or the credit for a late start is accepted, and withdraws it when the
 * decision is taken back.
 */
export const owedCredits: Resource = defineResource({
  name: 'owed_credits',
  screen: 'facturacion/facturacion-cobros/creditos',
  label: { one: 'Crédito propuesto', many: 'Créditos propuestos', gender: 'm' },
  fields: {
    label: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    source: choice('Origen', owedCreditSources, { required: true, readOnly: true, initial: 'objection' }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    objection_id: reference('Objeción', () => evidenceObjections, { readOnly: true }),
    late_start_id: reference('Inicio tardío', () => lateStarts, { readOnly: true }),
    reason: longText('Motivo', { max: 4000, readOnly: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      readOnly: true,
      initial: 'DOP',
      width: 'short',
    }),
    amount: money('Crédito', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      min: 0.01,
      hint: 'Neto, antes de impuestos.',
    }),
    credit_note_id: reference('Nota de crédito', () => invoices, { readOnly: true }),
    status: choice('Estado', owedCreditStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      sortable: true,
      width: 'short',
    }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-created_at',
  columns: ['label', 'source', 'contract_id', 'client_id', 'amount', 'credit_note_id', 'status'],
  brief: ['client_id', 'amount'],
  filters: ['status', 'source', 'contract_id', 'client_id', 'created_at'],
  sections: [
    {
      label: 'Crédito',
      fields: ['source', 'contract_id', 'client_id', 'objection_id', 'late_start_id', 'reason'],
    },
    { label: 'Importe', fields: ['amount', 'currency_code', 'credit_note_id'] },
  ],
  operations: [],
  partOf: ['contract_id'],
  finished: ['credited', 'withdrawn'],
  permissions: {
    ...invoiceReaders,
    create: 'invoices.credit_note',
    updateAll: 'invoices.credit_note',
    archive: 'invoices.credit_note',
    export: 'invoices.export',
  },
  state: 'status',
  commands: {
    settle: {
      label: 'Marcar como acreditado',
      done: 'Crédito acreditado',
      from: ['open'],
      to: 'credited',
      single: true,
      tone: 'primary',
      fields: {
        credit_note_id: reference('Nota de crédito', () => invoices, {
          required: true,
          filter: { client_id: 'client_id' },
        }),
      },
      explanation: 'Cuando su nota de crédito está hecha. La objeción queda acreditada también.',
      undo: { by: 'log' },
    },
  },
});
