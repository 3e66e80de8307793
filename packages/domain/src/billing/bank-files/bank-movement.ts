import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { bankAccounts } from '../../finance/bank-account.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { json } from '../../kinds/json.ts';
import { decimal, integer, money } from '../../kinds/number.ts';
import { reference, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { invoices } from '../invoices/invoice.ts';
import { payments } from '../payments/payment.ts';
import { bankFiles } from './bank-file.ts';
import { bankFilePermissions } from './permissions.ts';

/** States of a movement of a bank file. */
export const bankMovementStates = {
  unread: ['Sin leer', 'neutral'],
  blank: ['Sin movimiento', 'neutral'],
  unreadable: ['Ilegible', 'danger'],
  repeated: ['Repetido', 'neutral'],
  pending: ['Por decidir', 'warning'],
  settled: ['Resuelto', 'success'],
} as const;

/** What is proposed for a movement. */
export const movementProposals = {
  payment: 'Conciliar su cobro',
  invoices: 'Cobrar sus facturas',
  payer: 'Cobrar las más antiguas de quien paga',
  return: 'Devolver el cobro',
  bank_charge: 'Cargo del banco',
} as const;

/** How far a proposal is to be trusted. Sure ones are confirmed together. */
export const proposalGrades = {
  sure: ['Segura', 'success'],
  likely: ['Probable', 'info'],
  possible: ['Posible', 'warning'],
} as const;

/** What a movement turned out to be. */
export const movementOutcomes = {
  reconciled: 'Cobro conciliado',
  registered: 'Cobro registrado',
  several: 'Varios cobros',
  returned: 'Cobro devuelto',
  bank_charge: 'Cargo del banco',
  own_transfer: 'Entre cuentas propias',
  outgoing: 'Pago que se hizo',
  other: 'Otra cosa',
} as const;

const { bank_charge, own_transfer, outgoing, other } = movementOutcomes;
/** What a movement is that is no payment of a client. */
export const otherOutcomes = { bank_charge, own_transfer, outgoing, other };

const incoming: Guard = {
  needs: ['amount'],
  why: ({ amount }) =>
    compareDecimals(String(amount ?? '0'), '0') > 0
      ? null
      : { code: 'outgoing', text: 'El dinero salió de la cuenta: no es un cobro.' },
};

const proposed: Guard = {
  needs: ['proposal'],
  why: ({ proposal }) =>
    proposal
      ? null
      : { code: 'no_proposal', text: 'No hay propuesta: registre el cobro, elija uno, o diga qué es.' },
};

/** A movement of a bank account, and what it turned out to be. */
export const bankMovements: Resource = defineResource({
  name: 'bank_movements',
  screen: 'facturacion/registro-cobros/archivos-bancarios/movimientos',
  label: { one: 'Movimiento bancario', many: 'Movimientos bancarios', gender: 'm' },
  fields: {
    bank_file_id: reference('Archivo', () => bankFiles, { required: true, readOnly: true }),
    bank_account_id: reference('Cuenta bancaria', () => bankAccounts, { required: true, readOnly: true }),
    line: integer('Fila', { required: true, readOnly: true, min: 1, sortable: true, aggregate: null }),
    booked_on: date('Fecha', { readOnly: true }),
    description: text('Descripción', { max: 300, required: true, readOnly: true, width: 'wide' }),
    payer: text('Quién paga, según el banco', { max: 160, readOnly: true }),
    reference: text('Referencia', { max: 60, readOnly: true, width: 'short' }),
    bank_id: text('Identificador del banco', { max: 80, readOnly: true }),
    currency_code: choice('Moneda', currencies, { required: true, readOnly: true, width: 'short' }),
    amount: money('Importe', { currency: 'currency_code', readOnly: true, min: -1e15, sortable: true }),
    status: choice('Estado', bankMovementStates, {
      required: true,
      readOnly: true,
      initial: 'unread',
      width: 'short',
    }),
    proposal: choice('Propuesta', movementProposals, { readOnly: true }),
    grade: choice('Seguridad', proposalGrades, { readOnly: true, width: 'short' }),
    why: text('Por qué', { max: 300, readOnly: true, width: 'wide' }),
    problem: text('Qué pasa', { max: 300, readOnly: true, width: 'wide' }),
    payment_id: reference('Cobro', () => payments, { readOnly: true }),
    payment_ids: references('Cobros del depósito', () => payments, { readOnly: true }),
    invoice_id: reference('Factura', (): Resource => invoices, { readOnly: true }),
    invoice_numbers: text('Facturas', {
      max: 400,
      readOnly: true,
      hint: 'Números de las facturas que la propuesta paga.',
    }),
    outcome: choice('Qué resultó', movementOutcomes, { readOnly: true }),
    remark: longText('Nota', { max: 500, readOnly: true }),
  },
  title: 'description',
  search: ['description', 'reference', 'payer'],
  searchable: false,
  likeness: { by: {} },
  order: '-booked_on',
  columns: [
    'booked_on',
    'description',
    'reference',
    'amount',
    'status',
    'grade',
    'proposal',
    'why',
    'invoice_id',
    'payment_id',
    'problem',
  ],
  brief: ['amount', 'booked_on'],
  filters: [
    'status',
    'grade',
    'bank_file_id',
    'bank_account_id',
    'booked_on',
    'amount',
    'outcome',
    'payment_id',
  ],
  sections: [
    {
      label: 'Movimiento',
      fields: [
        'bank_file_id',
        'bank_account_id',
        'line',
        'booked_on',
        'amount',
        'reference',
        'description',
        'payer',
        'bank_id',
        'currency_code',
      ],
    },
    { label: 'Propuesta', fields: ['proposal', 'grade', 'why', 'invoice_id', 'invoice_numbers', 'problem'] },
    { label: 'Resultado', fields: ['payment_id', 'payment_ids', 'outcome', 'remark'] },
  ],
  operations: [],
  finished: ['settled', 'repeated', 'blank'],
  permissions: bankFilePermissions,
  state: 'status',
  commands: {
    confirm: {
      label: 'Confirmar propuesta',
      done: 'Movimiento resuelto',
      from: ['pending'],
      to: 'settled',
      permission: 'payments.create',
      changes: true,
      tone: 'primary',
      atHand: true,
      oneByOne: true,
      guards: [proposed],
      undo: { by: 'command', name: 'release' },
      explanation:
        'Hace lo que dice la propuesta: concilia o devuelve el cobro, o lo registra, lo aplica a sus facturas y lo concilia.',
    },
    register: {
      label: 'Registrar el cobro',
      done: 'Cobro registrado y conciliado',
      from: ['pending'],
      to: 'settled',
      permission: 'payments.create',
      changes: true,
      single: true,
      guards: [incoming],
      fields: {
        client_id: reference('Cliente', () => clients),
        agency_id: reference('Agencia', () => agencies, { hint: 'Solo si paga la agencia.' }),
        method: choice(
          'Forma de pago',
          { transfer: 'Transferencia', cheque: 'Cheque', card: 'Tarjeta', deposit: 'Depósito' },
          { required: true, initial: 'transfer' },
        ),
        payment_reference: text('Referencia', { max: 60, hint: 'Vacía: la del banco.' }),
        received_on: date('Fecha del cobro', { hint: 'Vacía: la del banco.' }),
        invoices: json('Facturas', {
          row: 'Factura',
          max: 50,
          fields: {
            invoice: text('Número o NCF', { max: 40, required: true }),
            amount: decimal('Importe', { scale: 2, min: 0.01 }),
          },
          hint: 'Vacías: queda como anticipo. Sin importe se aplica lo que alcance.',
        }),
      },
      undo: { by: 'command', name: 'release' },
      explanation: 'Registra el cobro por el importe del banco. Lo que no se aplique queda como anticipo.',
    },
    link: {
      label: 'Elegir un cobro',
      done: 'Cobro conciliado',
      from: ['pending'],
      to: 'settled',
      permission: 'payments.apply',
      changes: true,
      single: true,
      fields: {
        chosen_payment: reference('Cobro', () => payments, {
          required: true,
          hint: 'De esta cuenta y de este importe. Si el dinero salió, el cobro que el banco devolvió.',
        }),
      },
      undo: { by: 'command', name: 'release' },
      explanation:
        'Concilia un cobro ya registrado. Si el dinero salió de la cuenta, lo devuelve y reabre sus facturas.',
    },
    several: {
      label: 'Varios cobros',
      done: 'Cobros del depósito conciliados',
      from: ['pending'],
      to: 'settled',
      permission: 'payments.create',
      changes: true,
      single: true,
      guards: [incoming],
      fields: {
        parts: json('Cobros', {
          row: 'Cobro',
          max: 50,
          required: true,
          fields: {
            receipt: text('Recibo', { max: 40 }),
            invoice: text('Factura o NCF', { max: 40 }),
            amount: decimal('Importe', { scale: 2, min: 0.01 }),
            reference: text('Cheque o referencia', { max: 60 }),
          },
          check: (rows) =>
            rows.every(({ receipt, invoice, amount }) => (receipt ? !invoice : invoice && amount))
              ? null
              : 'En cada renglón indique un recibo ya registrado, o una factura con su importe.',
          hint: 'Un recibo que ya está, o la factura que paga y cuánto. Las facturas de un mismo cheque y pagador son un solo cobro. La suma tiene que ser el importe del banco.',
        }),
        method: choice(
          'Forma de pago de los nuevos',
          { cheque: 'Cheque', deposit: 'Depósito', transfer: 'Transferencia', card: 'Tarjeta' },
          { required: true, initial: 'cheque' },
        ),
        received_on: date('Fecha de los nuevos', { hint: 'Vacía: la del banco.' }),
      },
      undo: { by: 'command', name: 'release' },
      explanation:
        'Para un depósito de varios cheques: concilia los cobros que ya están y registra, aplica y concilia los demás.',
    },
    dismiss: {
      label: 'No es un cobro',
      done: 'Movimiento resuelto',
      from: ['pending', 'unreadable'],
      to: 'settled',
      fields: {
        what: choice('Qué es', otherOutcomes, { required: true, initial: 'bank_charge' }),
        note: longText('Nota', { max: 500 }),
      },
      undo: { by: 'command', name: 'release' },
    },
    release: {
      label: 'Volver a revisar',
      done: 'Movimiento por decidir',
      from: ['settled'],
      to: 'pending',
      permission: 'payments.reverse',
      changes: true,
      rare: true,
      single: true,
      checked: true,
      undo: { never: 'Decida el movimiento otra vez.' },
      explanation:
        'Los cobros que se conciliaron quedan sin conciliar; los que este movimiento registró se anulan y sus facturas se reabren.',
    },
  },
});
