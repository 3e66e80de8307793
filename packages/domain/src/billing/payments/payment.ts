import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { bankAccounts } from '../../finance/bank-account.ts';
import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { json } from '../../kinds/json.ts';
import { decimal, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { isZero } from '../../money/arithmetic.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Rule } from '../../resource/resource.ts';
import { onePayer } from '../account-party.ts';

/** How a payment arrives (domain §1.6). */
export const paymentMethods = {
  transfer: 'Transferencia',
  cheque: 'Cheque',
  cash: 'Efectivo',
  card: 'Tarjeta',
  deposit: 'Depósito',
  barter: 'Compensación por canje',
} as const;

/** Methods whose money reaches a bank account. */
const throughBank = ['transfer', 'cheque', 'card', 'deposit'];

const withholdings = json('Retenciones', {
  row: 'Retención',
  max: 10,
  fields: {
    kind: choice('Impuesto', { itbis: 'ITBIS', isr: 'ISR' }, { required: true }),
    pct: percent('Porcentaje'),
    amount: decimal('Importe', { scale: 2, min: 0.01, required: true }),
    certificate: text('Certificado', { max: 60 }),
  },
  hint: 'Lo que quien paga retuvo: se suma al importe recibido y salda la factura.',
});

const bankKnown: Rule = ({ method, bank_account_id }) =>
  throughBank.includes(String(method)) && !bank_account_id
    ? { bank_account_id: ['Indique la cuenta que recibió el cobro.'] }
    : null;

const referenceGiven: Rule = ({ method, reference: number }) =>
  throughBank.includes(String(method)) && !number
    ? { reference: ['Escriba el número de la transferencia, del cheque o del depósito.'] }
    : null;

const somethingLeft: Guard = {
  needs: ['unapplied'],
  why: ({ unapplied }) =>
    isZero(String(unapplied ?? '0')) ? { text: 'El cobro está aplicado por completo.' } : null,
};

const inForce: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'returned' || status === 'voided' ? { text: 'El cobro ya fue devuelto o anulado.' } : null,
};

const notOfOpening: Guard = {
  needs: ['is_opening'],
  why: ({ is_opening }) =>
    is_opening === true ? { text: 'Es un anticipo de la apertura: se anula solo con ella.' } : null,
};

const receivedHere: Guard = {
  needs: ['is_opening'],
  why: ({ is_opening }) =>
    is_opening === true ? { text: 'Es de la apertura: su recibo se entregó con el sistema anterior.' } : null,
};

const notReconciled: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'reconciled'
      ? { text: 'El cobro está conciliado: el dinero llegó. Devuélvalo si el banco lo devolvió.' }
      : null,
};

const promptDiscount = yesNo('Dar el descuento por pronto pago', {
  hint: 'Cuando de una factura solo queda su descuento y se pagó en plazo, su nota de crédito la salda.',
});

const amountOf = {
  currency: 'currency_code',
  readOnly: true,
  required: true,
  initial: '0.00',
  derived: true,
} as const;

/**
 * A payment of a client or an agency (domain §1.6). Its amount never changes: an error is voided the same day, and a
 * returned cheque takes back what was applied. What is not applied to invoices is an advance.
 */
export const payments = defineResource({
  name: 'payments',
  screen: 'facturacion/registro-cobros',
  label: { one: 'Cobro', many: 'Cobros', gender: 'm' },
  fields: {
    receipt_no: text('Recibo', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    client_id: reference('Cliente', () => clients),
    agency_id: reference('Agencia', () => agencies, { hint: 'Solo si paga la agencia.' }),
    received_on: date('Fecha', {
      required: true,
      begins: { from: 'now' },
      hint: 'El día que se recibió; no puede ser futuro.',
    }),
    method: choice('Forma de pago', paymentMethods, { required: true, initial: 'transfer', width: 'short' }),
    bank_account_id: reference('Cuenta bancaria', () => bankAccounts, {
      filter: { company_id: 'company_id' },
    }),
    reference: text('Referencia', { max: 60, width: 'short' }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    amount: money('Importe recibido', {
      currency: 'currency_code',
      required: true,
      min: 0.01,
      sortable: true,
    }),
    withholdings,
    notes: longText('Notas', { max: 1000 }),
    fx_rate: decimal('Tasa de cambio', { scale: 6, readOnly: true, aggregate: null }),
    withheld: money('Retenido', amountOf),
    applied: money('Aplicado', amountOf),
    unapplied: money('Sin aplicar', amountOf),
    status: choice(
      'Estado',
      {
        registered: ['Registrado', 'info'],
        reconciled: ['Conciliado', 'success'],
        returned: ['Devuelto', 'danger'],
        voided: ['Anulado', 'neutral'],
      },
      { required: true, readOnly: true, initial: 'registered', width: 'short' },
    ),
    closed_on: date('Devuelto o anulado el', { readOnly: true }),
    is_opening: yesNo('De la apertura', {
      readOnly: true,
      required: true,
      initial: false,
      derived: true,
      hint: 'Se recibió con el sistema anterior; aquí está lo que quedaba sin aplicar.',
    }),
  },
  title: 'receipt_no',
  keys: ['receipt_no'],
  likeness: { by: {} },
  search: ['receipt_no', 'reference'],
  columns: [
    'receipt_no',
    'received_on',
    'client_id',
    'agency_id',
    'method',
    'reference',
    'amount',
    'applied',
    'unapplied',
    'status',
  ],
  brief: ['client_id', 'amount'],
  filters: [
    'status',
    'method',
    'company_id',
    'client_id',
    'agency_id',
    'bank_account_id',
    'received_on',
    'amount',
    'unapplied',
    'currency_code',
    'is_opening',
    'created_at',
  ],
  sections: [
    {
      label: 'Cobro',
      fields: [
        'receipt_no',
        'company_id',
        'client_id',
        'agency_id',
        'received_on',
        'method',
        'bank_account_id',
        'reference',
        'currency_code',
        'amount',
        'status',
        'notes',
      ],
    },
    { label: 'Retenciones', fields: ['withholdings', 'withheld'] },
    { label: 'Aplicación', fields: ['applied', 'unapplied', 'fx_rate', 'closed_on', 'is_opening'] },
  ],
  headline: {
    identity: ['client_id', 'agency_id', 'method', 'reference'],
    facts: ['amount', 'applied', 'unapplied', 'withheld', 'received_on'],
  },
  operations: ['create'],
  partOf: ['client_id', 'agency_id'],
  finished: ['reconciled', 'returned', 'voided'],
  permissions: {
    viewAll: 'payments.view_all',
    viewTeam: 'payments.view_team',
    viewOwn: 'payments.view_own',
    create: 'payments.create',
    updateAll: 'payments.apply',
    archive: 'payments.reverse',
    export: 'payments.export',
    import: 'payments.import',
  },
  state: 'status',
  rules: [onePayer, bankKnown, referenceGiven],
  notes: true,
  commands: {
    apply_oldest: {
      label: 'Aplicar a las más antiguas',
      done: 'Cobro aplicado',
      permission: 'payments.apply',
      tone: 'primary',
      guards: [inForce, somethingLeft],
      preview: 'plan',
      fields: { prompt_discount: promptDiscount },
      explanation: 'Salda las facturas pendientes de quien paga, de la que vence primero en adelante.',
      atHand: true,
    },
    apply: {
      label: 'Aplicar a facturas',
      done: 'Cobro aplicado',
      permission: 'payments.apply',
      single: true,
      guards: [inForce, somethingLeft],
      preview: 'plan',
      fields: {
        invoices: json('Facturas', {
          row: 'Factura',
          max: 50,
          required: true,
          fields: {
            invoice: text('Número o NCF', { max: 40, required: true }),
            amount: decimal('Importe', { scale: 2, min: 0.01 }),
          },
          hint: 'El importe es en la moneda de la factura; sin él se aplica lo que alcance. En otra moneda que el cobro se usa la tasa del día en que se recibió.',
        }),
        prompt_discount: promptDiscount,
      },
      explanation:
        'Lo que no se aplique queda como anticipo. Una factura incobrable vuelve a deberse entera.',
    },
    unapply: {
      label: 'Quitar aplicaciones',
      done: 'Aplicaciones quitadas',
      permission: 'payments.reverse',
      rare: true,
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      guards: [
        {
          needs: ['applied'],
          why: ({ applied }) =>
            isZero(String(applied ?? '0')) ? { text: 'El cobro no está aplicado.' } : null,
        },
      ],
      explanation: 'Las facturas quedan otra vez pendientes y el cobro entero como anticipo.',
    },
    reconcile: {
      label: 'Conciliar',
      done: 'Cobro conciliado',
      from: ['registered'],
      to: 'reconciled',
      permission: 'payments.apply',
      explanation: 'Confirma que el dinero está en la cuenta.',
      undo: { by: 'log' },
    },
    send_receipt: {
      label: 'Enviar recibo',
      done: 'Recibo enviado por correo',
      permission: 'payments.create',
      fields: {
        email: email('Correo', { hint: 'Vacío: los contactos de facturación de quien pagó.' }),
        message: longText('Mensaje', { max: 1000 }),
      },
      guards: [inForce, receivedHere],
      explanation: 'Con el recibo en PDF. Queda registrado a quién y cuándo se envió.',
      undo: { never: 'Un correo enviado no se retira.' },
    },
    return: {
      label: 'Devolver',
      done: 'Cobro devuelto',
      guards: [inForce, notOfOpening],
      permission: 'payments.reverse',
      tone: 'danger',
      rare: true,
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      explanation: 'Para un cheque devuelto: las facturas que saldaba quedan otra vez pendientes.',
      undo: { never: 'Registre otra vez el cobro cuando lo reciba.' },
    },
    charge_return: {
      label: 'Cobrar devolución',
      done: 'Nota de débito por cheque devuelto preparada',
      permission: 'invoices.create',
      single: true,
      rare: true,
      guards: [
        {
          needs: ['status', 'method'],
          why: ({ status, method }) =>
            status === 'returned' && method === 'cheque'
              ? null
              : { text: 'Solo se cobra la devolución de un cheque devuelto.' },
        },
      ],
      fields: {
        amount: decimal('Cargo', { scale: 2, min: 0.01, hint: 'Vacío: el de la configuración.' }),
      },
      explanation:
        'Prepara una nota de débito en borrador, de la factura más grande que el cheque había saldado.',
      undo: { never: 'Archive el borrador de la nota de débito.' },
    },
    void: {
      label: 'Anular',
      done: 'Cobro anulado',
      guards: [inForce, notOfOpening, notReconciled],
      permission: 'payments.reverse',
      tone: 'danger',
      rare: true,
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      within: {
        since: 'created_at',
        hours: 24,
        late: 'Un cobro se anula el día que se registra. Después, devuélvalo.',
      },
      explanation:
        'Para corregir un error de registro: sus aplicaciones se quitan y el recibo queda anulado.',
      undo: { never: 'Registre otra vez el cobro con los datos correctos.' },
    },
  },
});
