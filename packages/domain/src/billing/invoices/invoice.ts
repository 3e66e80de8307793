import { users } from '../../admin/users/user.ts';
import { industries } from '../../catalogues/crm.ts';
import { creditTerms, glAccounts } from '../../catalogues/finance.ts';
import { adArticles } from '../../catalogues/inventory.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { billingParties } from '../../crm/clients/account-choices.ts';
import { clients } from '../../crm/clients/client.ts';
import { defineDocument, defineLines } from '../../document/document.ts';
import { fiscalDocuments } from '../../finance/fiscal-documents.ts';
import { reasons } from '../../finance/reason.ts';
import { taxRates } from '../../finance/tax-rate.ts';
import { customerAnswers, ecfStates } from '../../fiscal/do/ecf-states.ts';
import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { date, formatCivilDate } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { json } from '../../kinds/json.ts';
import { decimal, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { isZero } from '../../money/arithmetic.ts';
import { currencies } from '../../money/currencies.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { formatMoney } from '../../money/format-money.ts';
import type { Guard } from '../../resource/command.ts';
import type { Resource, Rule } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { orderLines } from '../../sales/contracts/order-line.ts';
import { billedAgency } from '../account-party.ts';
import { groupingInput } from '../grouping/invoice-groupings.ts';
import { invoiceReaders } from '../invoice-readers.ts';
import { billingRuns } from '../runs/billing-run.ts';
import { docKinds, documentFits } from './fiscal-document.ts';
import { invoiceTotals } from './invoice-totals.ts';

const amount = (label: string) =>
  money(label, {
    currency: 'currency_code',
    readOnly: true,
    required: true,
    derived: true,
    initial: '0.00',
  });

const amounts = {
  gross: amount('Bruto'),
  net: amount('Neto'),
  agency_discount: amount('Descuento de agencia'),
  taxable: amount('Base imponible'),
  tax: amount('ITBIS'),
  total: amount('Total'),
};

/** One thing that is billed. */
export const invoiceLines = defineLines({
  name: 'invoice_lines',
  label: { one: 'Renglón', many: 'Renglones', gender: 'm' },
  title: 'description',
  columns: [
    'description',
    'ad_article_id',
    'quantity',
    'unit_price',
    'discount_pct',
    'tax_rate_id',
    'gl_account_id',
    'net',
    'tax',
    'total',
  ],
  fields: {
    description: text('Descripción', { max: 200, required: true, width: 'wide' }),
    ad_article_id: reference('Artículo', () => adArticles),
    quantity: decimal('Cantidad', { scale: 4, required: true, initial: '1', min: 0, aggregate: null }),
    unit_price: decimal('Precio', { scale: 6, required: true, initial: '0', min: 0, aggregate: null }),
    discount_pct: percent('Descuento', { required: true, initial: '0.0000' }),
    tax_rate_id: reference('Impuesto', () => taxRates, {
      hint: 'Vacío: el del artículo, el de la compañía o el habitual.',
    }),
    gl_account_id: reference('Cuenta de ingreso', () => glAccounts, {
      only: { is_postable: 'true' },
      hint: 'Vacía: la de la plataforma del artículo.',
    }),
    order_line_id: reference('Renglón contratado', () => orderLines, {
      filter: { contract_id: 'contract_id' },
      hint: 'Lo que se factura de él no supera lo contratado ni, si se factura por consumo, lo cumplido.',
    }),
    billed_quantity: decimal('Cantidad contratada que se factura', {
      scale: 4,
      required: true,
      min: 0,
      aggregate: null,
      when: { field: 'order_line_id', is: 'given' },
    }),
    tax_pct: percent('Tasa', { readOnly: true, required: true, derived: true, initial: '0.0000' }),
    ...amounts,
  },
});

/** Types of income of the tax authority (domain §1.6). */
const incomeTypes = {
  '01': '01 · Ingresos por operaciones',
  '02': '02 · Ingresos financieros',
  '03': '03 · Ingresos extraordinarios',
  '04': '04 · Ingresos por arrendamiento',
  '05': '05 · Venta de activo depreciable',
  '06': '06 · Otros ingresos',
} as const;

const ofNotes = { field: 'doc_kind', is: ['credit_note', 'debit_note'] } as const;
const withAgency = { field: 'agency_id', is: 'given' } as const;

const notesModify: Rule = ({ doc_kind, modifies_invoice_id }) =>
  doc_kind !== 'invoice' && !modifies_invoice_id
    ? { modifies_invoice_id: ['Indique la factura que esta nota modifica.'] }
    : null;

const fitsKind: Rule = ({ doc_kind, fiscal_document }) =>
  fiscal_document && !documentFits(String(doc_kind), String(fiscal_document))
    ? { fiscal_document: ['Ese comprobante es de otra clase de documento.'] }
    : null;

const someTotal: Guard = {
  needs: ['total'],
  why: ({ total }) =>
    isZero(String(total ?? '0'))
      ? { text: 'El total es cero. Agregue renglones con importe: no se emiten comprobantes en cero.' }
      : null,
};

const notOfOpening: Guard = {
  needs: ['is_opening'],
  why: ({ is_opening }) =>
    is_opening === true
      ? { text: 'Es de la apertura: se anula solo con ella. Acredítela con una nota de crédito.' }
      : null,
};

/** Of an electronic document: it was rejected, or was not sent as far as is known. */
const voidable = ['rejected', 'to_sign', 'signed', 'contingency'];

const isOnPaper: Guard = {
  needs: ['fiscal_number', 'ecf_status'],
  why: ({ fiscal_number, ecf_status }) =>
    String(fiscal_number ?? '').startsWith('E') && !voidable.includes(String(ecf_status))
      ? { text: 'Un comprobante electrónico enviado no se anula: emita una nota de crédito por el total.' }
      : null,
};

const canBeDelivered: Guard = {
  needs: ['status', 'ecf_status', 'has_fiscal_value', 'is_opening'],
  why: ({ status, ecf_status, has_fiscal_value, is_opening }) => {
    if (is_opening === true) return { text: 'Es de la apertura: se entregó con el sistema anterior.' };
    if (status !== 'issued') return { text: 'Solo se envía una factura emitida.' };
    if (has_fiscal_value === false) return { text: 'Es de una demostración: no se entrega a un cliente.' };
    if (ecf_status === 'to_sign') return { text: 'Todavía no está firmada. Espere un momento.' };
    return ecf_status === 'rejected'
      ? { text: 'La administración tributaria la rechazó: no se entrega a un cliente.' }
      : null;
  },
};

const nothingApplied: Guard = {
  needs: ['paid', 'credited', 'written_off'],
  why: ({ paid, credited, written_off }) => {
    if (!isZero(String(written_off ?? '0')))
      return { text: 'Se canceló por incobrable. Reábrala primero en Cuentas incobrables.' };
    if (!isZero(String(paid ?? '0')))
      return { text: 'Tiene cobros aplicados. Devuelva el cobro o emita una nota de crédito.' };
    return isZero(String(credited ?? '0')) ? null : { text: 'Tiene notas de crédito. Anúlelas primero.' };
  },
};

const isInvoice: Guard = {
  needs: ['doc_kind'],
  why: ({ doc_kind }) =>
    doc_kind === 'credit_note' ? { text: 'Una nota de crédito no se acredita: anúlela.' } : null,
};

/**
 * Invoices, credit notes and debit notes (domain §1.6). A draft has no number; `issue` gives it the internal and the
 * fiscal number in order, keeps the payer as they were that day, posts the entry and freezes it. What was issued is
 * taken back by a credit note or, while nothing was applied to it, by voiding it.
 */
export const invoices = defineDocument({
  name: 'invoices',
  screen: 'facturacion/facturacion',
  label: { one: 'Factura', many: 'Facturas', gender: 'f' },
  fields: {
    concept: text('Concepto', { max: 160, required: true, width: 'wide' }),
    doc_kind: choice('Clase', docKinds, { required: true, initial: 'invoice', width: 'short' }),
    internal_no: text('Número', { max: 40, readOnly: true, sortable: true, width: 'short' }),
    fiscal_document: choice('Comprobante', fiscalDocuments, {
      hint: 'Vacío: el que corresponde al tipo de contribuyente de quien paga. Al emitir toma la serie vigente de la compañía: B, o E si es electrónico.',
    }),
    fiscal_number: text('NCF', { max: 19, readOnly: true, sortable: true, width: 'short' }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    client_id: reference('Cliente', () => clients, { required: true }),
    industry_id: reference('Industria', () => industries, takenFrom('client_id', 'industry_id')),
    sales_rep_id: reference(
      'Vendedor del cliente',
      () => users,
      takenFrom('client_id', 'primary_sales_rep_id'),
    ),
    agency_id: reference('Agencia', () => agencies),
    bill_to: choice('Se factura a', billingParties, { required: true, initial: 'client', width: 'short' }),
    contract_id: reference('Contrato', () => contracts, {
      filter: { client_id: 'client_id' },
      gathered: true,
      hint: 'Cliente, agencia, compañía y moneda son los del contrato. Vacío si factura varios.',
    }),
    period: dateRange('Periodo', { hint: 'Los días que se facturan.' }),
    billing_run_id: reference('Corrida', (): Resource => billingRuns, { readOnly: true }),
    modifies_invoice_id: reference('Factura que modifica', (): Resource => invoices, { when: ofNotes }),
    reason_id: reference('Motivo de la nota', () => reasons, {
      when: ofNotes,
      only: { kind: 'credit_note' },
    }),
    rebill: yesNo('Se vuelve a facturar', {
      aggregate: null,
      required: true,
      initial: true,
      when: { field: 'doc_kind', is: ['credit_note'] },
      hint: 'Sí: lo acreditado de un contrato se factura de nuevo, como al corregir un comprobante. No: es una rebaja o algo que no se cumplió.',
    }),
    po_number: text('Orden de compra', { max: 60, width: 'short' }),
    credit_term_id: reference('Término de crédito', () => creditTerms, {
      hint: 'Vacío: el de quien paga.',
    }),
    issue_date: date('Fecha', { readOnly: true }),
    due_date: date('Vence', { readOnly: true }),
    instalments: json('Cuotas', {
      row: 'Cuota',
      readOnly: true,
      fields: {
        due_on: date('Vence', { required: true }),
        amount: decimal('Importe', { scale: 2, required: true }),
      },
      formatRow: ({ due_on, amount }) =>
        `${formatMoney(String(amount), '', 2)} el ${formatCivilDate(String(due_on))}`,
    }),
    prompt_until: date('Pronto pago hasta', { readOnly: true, aggregate: null }),
    prompt_pct: percent('Descuento por pronto pago', { readOnly: true, sortable: false, aggregate: null }),
    prompt_discount: money('Importe por pronto pago', { currency: 'currency_code', readOnly: true }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    fx_rate: decimal('Tasa de cambio', { scale: 6, readOnly: true, aggregate: null }),
    income_type: choice('Tipo de ingreso', incomeTypes, { required: true, initial: '01' }),
    payment_type: choice(
      'Tipo de pago',
      { cash: 'Contado', credit: 'Crédito', free: 'Gratuito' },
      { required: true, initial: 'credit', width: 'short' },
    ),
    agency_commission_pct: percent('Comisión de agencia', {
      when: withAgency,
      hint: 'Vacía: la de su carta de autorización o, sin ella, la de la agencia.',
    }),
    commission_mode: choice(
      'Modo de comisión',
      { invoice_discount: 'Descuento en factura', later_settlement: 'Liquidación posterior' },
      { when: withAgency },
    ),
    payer_name: text('Facturado a', { max: 160, readOnly: true }),
    payer_tax_id: text('RNC o cédula', { max: 40, readOnly: true, width: 'short' }),
    payer_address: text('Dirección', { max: 300, readOnly: true }),
    notes: longText('Notas', { max: 2000 }),
    status: choice(
      'Estado',
      {
        draft: ['Borrador', 'neutral'],
        reviewed: ['Revisada', 'info'],
        issued: ['Emitida', 'success'],
        voided: ['Anulada', 'danger'],
      },
      { required: true, readOnly: true, initial: 'draft', width: 'short' },
    ),
    payment_status: choice(
      'Cobro',
      {
        none: ['Sin cobro', 'neutral'],
        open: ['Pendiente', 'warning'],
        partial: ['Cobrada en parte', 'info'],
        paid: ['Saldada', 'success'],
        written_off: ['Incobrable', 'danger'],
      },
      { required: true, readOnly: true, initial: 'none', width: 'short', derived: true },
    ),
    void_reason_id: reference('Motivo de anulación', () => reasons, { readOnly: true }),
    voided_on: date('Anulada el', { readOnly: true }),
    has_fiscal_value: yesNo('Tiene valor fiscal', {
      readOnly: true,
      required: true,
      initial: true,
      hint: 'Lo de una demostración no lo tiene.',
    }),
    is_opening: yesNo('De la apertura', {
      readOnly: true,
      required: true,
      initial: false,
      derived: true,
      hint: 'Se emitió con el sistema anterior; aquí está lo que quedaba por cobrar.',
    }),
    ecf_status: choice(
      'e-CF',
      { none: ['No aplica', 'neutral'], ...ecfStates },
      { required: true, readOnly: true, initial: 'none', width: 'short', derived: true },
    ),
    customer_answer: choice('Respuesta del cliente', customerAnswers, {
      required: true,
      readOnly: true,
      initial: 'none',
      width: 'short',
      derived: true,
    }),
    ...amounts,
    paid: amount('Cobrado'),
    credited: amount('Acreditado'),
    written_off: amount('Incobrable'),
    balance: amount('Balance'),
  },
  title: 'concept',
  code: 'internal_no',
  keys: ['internal_no', 'fiscal_number'],
  likeness: { by: {} },
  subtitle: 'internal_no',
  search: ['internal_no', 'fiscal_number', 'concept', 'po_number', 'payer_name'],
  columns: [
    'concept',
    'fiscal_number',
    'doc_kind',
    'status',
    'client_id',
    'issue_date',
    'due_date',
    'contract_id',
    'net',
    'tax',
    'total',
    'balance',
    'ecf_status',
    'payment_status',
  ],
  brief: ['client_id', 'total'],
  filters: [
    'status',
    'payment_status',
    'doc_kind',
    'fiscal_document',
    'ecf_status',
    'customer_answer',
    'company_id',
    'client_id',
    'sales_rep_id',
    'industry_id',
    'agency_id',
    'bill_to',
    'contract_id',
    'billing_run_id',
    'period',
    'issue_date',
    'due_date',
    'total',
    'balance',
    'currency_code',
    'modifies_invoice_id',
    'is_opening',
    'created_at',
  ],
  sections: [
    {
      label: 'Documento',
      fields: [
        'concept',
        'doc_kind',
        'fiscal_document',
        'modifies_invoice_id',
        'reason_id',
        'rebill',
        'internal_no',
        'fiscal_number',
        'issue_date',
        'due_date',
        'status',
        'payment_status',
        'ecf_status',
        'customer_answer',
        'has_fiscal_value',
        'is_opening',
      ],
    },
    {
      label: 'Partes',
      fields: [
        'company_id',
        'client_id',
        'agency_id',
        'bill_to',
        'contract_id',
        'billing_run_id',
        'payer_name',
        'payer_tax_id',
        'payer_address',
      ],
    },
    {
      label: 'Condiciones',
      fields: [
        'currency_code',
        'credit_term_id',
        'instalments',
        'prompt_until',
        'prompt_pct',
        'prompt_discount',
        'po_number',
        'period',
        'income_type',
        'payment_type',
        'agency_commission_pct',
        'commission_mode',
        'fx_rate',
        'notes',
      ],
    },
    { label: 'Anulación', fields: ['void_reason_id', 'voided_on'], folded: true },
  ],
  headline: {
    identity: ['internal_no', 'fiscal_number', 'client_id'],
    facts: ['total', 'balance', 'payment_status', 'ecf_status', 'issue_date', 'due_date'],
  },
  partOf: ['client_id'],
  finished: ['issued', 'voided'],
  permissions: {
    ...invoiceReaders,
    create: 'invoices.create',
    updateAll: 'invoices.update_all',
    archive: 'invoices.delete',
    export: 'invoices.export',
    import: 'invoices.import',
  },
  state: 'status',
  rules: [billedAgency, notesModify, fitsKind],
  commands: {
    prepare: {
      label: 'Preparar facturas',
      done: 'Facturas preparadas',
      on: 'collection',
      permission: 'invoices.create',
      selection: () => contracts,
      preview: 'plan',
      fields: { grouping: groupingInput },
      explanation:
        'Prepara los borradores de todo lo que está por facturar hoy de estos contratos, por separado para cada pagador.',
      undo: { never: 'Archive los borradores que no vaya a emitir.' },
    },
    review: {
      label: 'Marcar revisada',
      done: 'Factura revisada',
      from: ['draft'],
      to: 'reviewed',
      guards: [someTotal],
      explanation: 'Queda lista para emitir. Para cambiarla, devuélvala a borrador.',
      undo: { by: 'command', name: 'reopen' },
    },
    reopen: {
      label: 'Devolver a borrador',
      done: 'Factura devuelta a borrador',
      from: ['reviewed'],
      to: 'draft',
      rare: true,
      undo: { by: 'command', name: 'review' },
    },
    leave_run: {
      label: 'Quitar de la corrida',
      done: 'Factura quitada de la corrida',
      from: ['draft', 'reviewed'],
      permission: 'invoices.run',
      guards: [
        {
          needs: ['billing_run_id'],
          why: ({ billing_run_id }) => (billing_run_id ? null : { text: 'No está en ninguna corrida.' }),
        },
      ],
      rare: true,
      explanation: 'Queda como borrador suelto: la corrida no la emite.',
      undo: { by: 'log' },
    },
    issue: {
      label: 'Emitir',
      done: 'Factura emitida',
      from: ['draft', 'reviewed'],
      to: 'issued',
      permission: 'invoices.issue',
      tone: 'primary',
      oneByOne: true,
      fields: { issue_date: date('Fecha', { hint: 'Vacía: hoy. No puede ser futura.' }) },
      guards: [someTotal],
      explanation: 'Recibe su número y su NCF, queda registrada en la contabilidad y ya no se modifica.',
      undo: { never: 'Una factura emitida se corrige con una nota de crédito o se anula.' },
    },
    void: {
      label: 'Anular',
      done: 'Factura anulada',
      from: ['issued'],
      to: 'voided',
      permission: 'invoices.void',
      tone: 'danger',
      rare: true,
      single: true,
      fields: {
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'void' } }),
        note: longText('Nota', { max: 500 }),
      },
      reason: 'note',
      guards: [notOfOpening, isOnPaper, nothingApplied],
      explanation:
        'Su NCF queda anulado y no se usa otra vez; un asiento contrario la retira de la contabilidad.',
      undo: { never: 'Un comprobante anulado no se recupera: emita otra factura.' },
    },
    send: {
      label: 'Enviar por correo',
      done: 'Factura enviada por correo',
      permission: 'invoices.issue',
      fields: {
        email: email('Correo', { hint: 'Vacío: los contactos de facturación de quien paga.' }),
        message: longText('Mensaje', { max: 1000 }),
      },
      guards: [canBeDelivered],
      explanation: 'Con el PDF y, si es electrónica, el XML. Queda registrado a quién y cuándo se envió.',
      undo: { never: 'Un correo enviado no se retira.' },
    },
    charge_interest: {
      label: 'Cobrar mora',
      done: 'Nota de débito por mora preparada',
      permission: 'invoices.create',
      single: true,
      rare: true,
      fields: {
        monthly_pct: percent('Tasa mensual', { max: 10, hint: 'Vacía: la de la configuración.' }),
      },
      guards: [
        {
          needs: ['status', 'balance', 'due_date', 'instalments', 'doc_kind'],
          why: ({ status, balance, due_date, instalments, doc_kind }, { today }) =>
            status === 'issued' &&
            doc_kind !== 'credit_note' &&
            compareDecimals(String(balance ?? '0'), '0') > 0 &&
            String((instalments as readonly { due_on: string }[] | null)?.[0]?.due_on ?? due_date) < today
              ? null
              : { text: 'Solo se cobra mora de una factura emitida, vencida y con balance.' },
        },
      ],
      explanation:
        'Prepara una nota de débito en borrador por los días de atraso que todavía no se cobraron.',
      undo: { never: 'Archive el borrador de la nota de débito.' },
    },
    prompt_discount: {
      label: 'Descuento por pronto pago',
      done: 'Nota de crédito por pronto pago preparada',
      permission: 'invoices.credit_note',
      single: true,
      rare: true,
      guards: [
        {
          needs: ['status', 'prompt_discount', 'balance'],
          why: ({ status, prompt_discount, balance }) =>
            status === 'issued' && prompt_discount && !isZero(String(balance ?? '0'))
              ? null
              : { text: 'Esta factura no ofrece pronto pago, o ya está saldada.' },
        },
      ],
      explanation:
        'Si se pagó dentro del plazo todo menos el descuento, prepara en borrador la nota de crédito que la deja saldada.',
      undo: { never: 'Archive el borrador de la nota de crédito.' },
    },
    dispute: {
      label: 'Abrir disputa',
      done: 'Disputa abierta',
      permission: 'collections.manage',
      single: true,
      rare: true,
      fields: {
        amount: money('Importe en disputa', {
          currency: 'currency_code',
          min: 0.01,
          hint: 'Vacío: todo lo que se debe de la factura.',
        }),
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'dispute' } }),
        detail: longText('Qué objeta', { max: 2000 }),
        resolver_id: reference('Quién la resuelve', () => users, { required: true, begins: { from: 'me' } }),
      },
      guards: [
        {
          needs: ['balance'],
          why: ({ balance }) =>
            compareDecimals(String(balance ?? '0'), '0') > 0
              ? null
              : { text: 'De esta factura no se debe nada.' },
        },
      ],
      explanation: 'Mientras esté abierta, ese importe se muestra aparte en la cartera y no se cobra.',
      undo: { never: 'Rechace la disputa.' },
    },
    write_off: {
      label: 'Cancelar por incobrable',
      done: 'Factura cancelada por incobrable',
      permission: 'write_offs.request',
      single: true,
      rare: true,
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 500, min: 5, required: true }) },
      guards: [
        {
          needs: ['status', 'balance', 'doc_kind'],
          why: ({ status, balance, doc_kind }) =>
            status === 'issued' &&
            doc_kind !== 'credit_note' &&
            compareDecimals(String(balance ?? '0'), '0') > 0
              ? null
              : { text: 'Solo se cancela una factura emitida y con balance.' },
        },
      ],
      explanation:
        'Su balance pasa a cuentas incobrables. Si supera el límite de la configuración, lo aprueba otra persona.',
      undo: { never: 'Reábrala en Registro de Cobros › Cuentas incobrables.' },
    },
    credit_note: {
      label: 'Nota de crédito',
      done: 'Nota de crédito preparada',
      permission: 'invoices.credit_note',
      single: true,
      rare: true,
      fields: {
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'credit_note' } }),
      },
      guards: [
        {
          needs: ['status'],
          why: ({ status }) =>
            status === 'issued' ? null : { text: 'Solo se acredita una factura emitida.' },
        },
        isInvoice,
      ],
      explanation:
        'Prepara el borrador de una nota de crédito con lo que queda por acreditar de esta factura. Para acreditar una parte, cambie sus renglones.',
    },
  },
  lines: {
    lines: {
      of: () => invoiceLines,
      by: 'invoice_id',
      mode: 'inBody',
      max: 1000,
      derived: ['tax_pct', ...Object.keys(amounts)],
    },
  },
  totals: invoiceTotals,
  sums: Object.fromEntries(Object.keys(amounts).map((name) => [name, `lines.${name}`])),
  freeze: {
    from: ['issued', 'voided'],
    except: [
      'notes',
      'paid',
      'credited',
      'written_off',
      'void_reason_id',
      'voided_on',
      'ecf_status',
      'customer_answer',
    ],
  },
  number: {
    series: 'invoice',
    at: { command: 'issue' },
    per: ['company', 'kind', 'year'],
    gapless: true,
    field: 'internal_no',
    of: { company: 'company_id', kind: 'doc_kind' },
  },
});
