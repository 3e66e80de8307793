import { users } from '../../admin/users/user.ts';
import { brands, industries } from '../../catalogues/crm.ts';
import { creditTerms } from '../../catalogues/finance.ts';
import { adClassifications, consumptionTypes } from '../../catalogues/inventory.ts';
import { companies } from '../../catalogues/organization.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { billingParties } from '../../crm/clients/account-choices.ts';
import { clients } from '../../crm/clients/client.ts';
import { contacts } from '../../crm/contacts/contact.ts';
import { signatories } from '../../crm/signatories/signatory.ts';
import { type Body, type DocumentTotals, defineDocument } from '../../document/document.ts';
import { priceLists } from '../../inventory/prices/price-list.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { type DateRange, dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
import { integer, money, percent } from '../../kinds/number.ts';
import { type Reference, reference, references } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { sum } from '../../money/arithmetic.ts';
import { currencies } from '../../money/currencies.ts';
import { sumTotals } from '../../money/document-totals.ts';
import type { Totals } from '../../money/line-totals.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Rule } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { amendContract } from '../addenda/amend-contract.ts';
import { derivedOfSale, mostSaleLines, saleAmounts } from '../lines/sale-line.ts';
import { opportunities } from '../opportunities/opportunity.ts';
import { billingPlans, commissionModes } from '../quotes/billing-plans.ts';
import { quotes } from '../quotes/quote.ts';
import { quoteDeciders, quoteReasons } from '../quotes/quote-approval.ts';
import { type QuoteTerms, quoteTotals } from '../quotes/quote-totals.ts';
import { signingCommands, signingOrderFields } from '../signing/signing-commands.ts';
import { contractInstalments, contractLines } from './contract-line.ts';
import { contractTypes } from './contract-types.ts';
import { cancelContract } from './life/cancel-contract.ts';
import { renewContract } from './life/renew-contract.ts';
import { suspensionFields, suspensionKinds, suspensionSpaces } from './life/suspension.ts';
import { contractViewing } from './permissions.ts';
import { scanFiles } from './running/scan-files.ts';
import { attachScan, contractTieOut, undoContractImport } from './running-contract.ts';
import { contractPayers } from './sold/contract-payer.ts';
import { contractTexts } from './texts/contract-text.ts';

/** States of a contract; from `signed` on its content is fixed. */
export const contractStates = {
  draft: ['Borrador', 'neutral'],
  pending_signature: ['Por firmar', 'warning'],
  signed: ['Firmado', 'info'],
  active: ['Vigente', 'success'],
  suspended: ['Suspendido', 'warning'],
  finished: ['Finalizado', 'neutral'],
  cancelled: ['Cancelado', 'danger'],
} as const;

/** States of a contract that is signed and neither over nor cancelled. */
export const bindingStates = ['signed', 'active', 'suspended'] as const;

const lastStates = ['signed', 'active', 'suspended', 'finished', 'cancelled'] as const;

const computed = { readOnly: true, computed: true, derived: true, sortable: false, aggregate: null } as const;

const isSigned = { field: 'status', is: ['signed', 'active', 'suspended', 'finished'] } as const;

/** Fields that stay editable after the signature, since they change neither scope nor dates, price or parties. */
export const editableWhenSigned = [
  'notes',
  'po_number',
  'billing_contact_id',
  'owner_id',
  'signed_scan',
] as const;

/** What another system says of a contract that is imported as signed. */
export const formerFields = {
  former_number: text('Número en el sistema anterior', {
    max: 60,
    importOnly: true,
    hint: 'Con este dato el contrato entra vigente y sin firmas nuevas.',
  }),
  former_signed_on: date('Firmado en el sistema anterior', { importOnly: true, sortable: false }),
} as const;

/** Fields that a contract takes from its quote; they change only by another version of the quote. */
export const fixedByQuote = [
  'company_id',
  'client_id',
  'brand_id',
  'agency_id',
  'price_list_id',
  'currency_code',
  'flight',
  'billing_plan',
  'credit_term_id',
] as const;

/** An amount of the contract with the addenda that were applied to it. */
const inForce = (label: string) =>
  money(label, { currency: 'currency_code', readOnly: true, computed: true, when: isSigned });

const range = (value: unknown): DateRange | null => (value as DateRange | null | undefined) ?? null;

const flightIsClosed: Rule = ({ flight }) => {
  const period = range(flight);
  return period && (period.from === null || period.to === null)
    ? { flight: ['Indique desde cuándo y hasta cuándo.'] }
    : null;
};

const flightIsValid: Rule = ({ flight, valid }) => {
  const [run, period] = [range(flight), range(valid)];
  if (!run?.from || !run.to || !period) return null;
  return (period.from !== null && run.from < period.from) || (period.to !== null && run.to > period.to)
    ? { valid: ['La vigencia debe cubrir todo el vuelo.'] }
    : null;
};

const formerIsSigned: Rule = ({ former_number, former_signed_on }) =>
  former_number && !former_signed_on
    ? { former_signed_on: ['Indique cuándo se firmó en el sistema anterior.'] }
    : null;

const agencyPays: Rule = ({ billing_party, agency_id }) =>
  billing_party === 'agency' && !agency_id ? { agency_id: ['Se factura a la agencia: indique cuál.'] } : null;

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' && 'id' in value) return (value as Reference).id;
  return JSON.stringify(value);
};

const keepsQuote: Rule = (values, current) =>
  current?.quote_id
    ? Object.fromEntries(
        fixedByQuote
          .filter((name) => plain(values[name]) !== plain(current[name]))
          .map((name) => [name, ['Viene del presupuesto aceptado: haga otra versión del presupuesto.']]),
      )
    : null;

/** Lines of a draft that was made by hand follow the price list; any other contract keeps its stored amounts. */
export const areLinesCalculated = ({ status, quote_id }: Body): boolean =>
  (status === undefined || status === 'draft') && !quote_id;

const totals = (body: Body, terms: QuoteTerms): DocumentTotals => {
  const scheduled = sum(linesIn(body, 'instalments').map(({ amount }) => String(amount ?? '0.00')));
  if (areLinesCalculated(body)) {
    const { header, lines } = quoteTotals(body, terms);
    return { header: { ...header, scheduled }, lines };
  }
  const stored = linesIn(body, 'lines') as unknown as readonly Totals[];
  return { header: { ...sumTotals(stored), scheduled }, lines: new Map() };
};

/**
 * A contract: what was sold to a client, when it runs, and for how much (domain §1.4). Signing it fixes its content;
 * afterwards it changes only by addenda. Its order lines are what is in force.
 */
export const contracts = defineDocument<ReturnType<typeof contractFields>, QuoteTerms>({
  name: 'contracts',
  screen: 'ventas/contratos',
  label: { one: 'Contrato', many: 'Contratos', gender: 'm' },
  fields: contractFields(),
  title: 'name',
  code: 'number',
  subtitle: 'number',
  keys: ['number', 'former_number'],
  takenOver: 'former_number',
  tieOut: contractTieOut,
  likeness: { by: {} },
  search: ['number', 'name', 'po_number'],
  columns: [
    'name',
    'client_id',
    'status',
    'net',
    'valid',
    'consumed_pct',
    'billed_pct',
    'collected_pct',
    'open_balance',
    'agency_id',
    'brand_id',
    'contract_type',
    'owner_id',
  ],
  brief: ['client_id', 'total'],
  filters: [
    'status',
    'client_id',
    'agency_id',
    'owner_id',
    'industry_id',
    'quote_id',
    'contract_type',
    'billing_plan',
    'company_id',
    'valid',
    'ends_on',
    'flight',
    'without_material',
    'overconsumed',
    'signed_on',
    'total',
    'currency_code',
    'created_at',
  ],
  sections: [
    {
      label: 'Partes',
      fields: [
        'name',
        'company_id',
        'client_id',
        'brand_id',
        'agency_id',
        'billing_party',
        'billing_contact_id',
        'owner_id',
        'payer_name',
        'payer_tax_id',
      ],
    },
    {
      label: 'Alcance',
      fields: [
        'contract_type',
        'ad_classification_id',
        'consumption_type_id',
        'flight',
        'flight_in_force',
        'valid',
        'quote_id',
        'opportunity_id',
        'po_number',
        'exclusivity_industry_id',
        ...Object.keys(suspensionFields),
      ],
    },
    {
      label: 'Precio y facturación',
      fields: [
        'price_list_id',
        'currency_code',
        'billing_plan',
        'credit_term_id',
        'agency_commission_pct',
        'commission_mode',
        'gross',
        'net',
        'agency_discount',
        'taxable',
        'tax',
        'total',
        'scheduled',
        'consumed_pct',
        'billed_pct',
        'collected_pct',
        'open_balance',
        'unbilled_total',
        'net_in_force',
        'tax_in_force',
        'total_in_force',
      ],
    },
    {
      label: 'Firma',
      fields: [
        'own_signatory_ids',
        'client_signatory_ids',
        'agency_signatory_ids',
        'signed_on',
        'signed_scan',
        ...Object.keys(formerFields),
      ],
    },
    {
      label: 'Condiciones y notas',
      fields: ['text_id', 'cancel_notice_days', 'penalty_pct', 'evidence_silence_days', 'notes'],
    },
  ],
  headline: {
    identity: ['number', 'client_id', 'owner_id'],
    facts: ['total', 'total_in_force', 'unbilled_total', 'flight', 'signed_on'],
  },
  owners: ['owner_id'],
  worth: 'total',
  finished: ['finished', 'cancelled'],
  parts: ['order_lines', 'contract_versions', 'addenda', 'cancellation_proposals'],
  permissions: {
    ...contractViewing,
    create: 'contracts.create',
    updateAll: 'contracts.update_all',
    updateOwn: 'contracts.update_own',
    archive: 'contracts.delete',
    import: 'contracts.import',
  },
  rules: [flightIsClosed, flightIsValid, agencyPays, formerIsSigned, keepsQuote],
  notes: true,
  state: 'status',
  commands: {
    plan_billing: {
      label: 'Proponer cuotas',
      done: 'Cuotas propuestas',
      guards: [
        {
          needs: ['status'],
          why: ({ status }) =>
            status === 'draft' ? null : { text: 'Las cuotas se proponen mientras el contrato es borrador.' },
        },
        {
          needs: ['billing_plan'],
          why: ({ billing_plan }) =>
            billing_plan === 'milestones'
              ? { text: 'Se factura por hitos: escriba cada cuota con su fecha al editar el contrato.' }
              : null,
        },
      ],
      undo: { by: 'log' },
      explanation: 'Reparte la base imponible según el plan de facturación y reemplaza las cuotas que haya.',
    },
    submit: {
      label: 'Enviar a firma',
      done: 'Contrato enviado a firma',
      from: ['draft'],
      to: 'pending_signature',
      tone: 'primary',
      checked: true,
      oneByOne: true,
      fields: signingOrderFields,
      guards: [
        {
          needs: ['former_number'],
          why: ({ former_number }) =>
            former_number
              ? { text: 'Viene de otro sistema y entra vigente al importarlo: no se firma otra vez.' }
              : null,
        },
      ],
      undo: { by: 'command', name: 'return' },
      explanation:
        'Toma el número y fija lo que se firma. Mientras espera las firmas no cambia: para corregirlo, devuélvalo a borrador.',
    },
    return: {
      label: 'Devolver a borrador',
      done: 'Contrato devuelto a borrador',
      from: ['pending_signature'],
      to: 'draft',
      fields: { reason: longText('Qué hay que corregir', { max: 1000 }) },
      undo: { by: 'command', name: 'submit' },
    },
    ...signingCommands({ one: 'el contrato', end: 'o', permission: 'contracts.sign', refused: 'draft' }),
    sign: {
      label: 'Registrar firma',
      done: 'Contrato firmado',
      from: ['pending_signature'],
      to: 'signed',
      permission: 'contracts.sign',
      tone: 'primary',
      single: true,
      checked: true,
      fields: {
        signed_on: date('Firmado el', { required: true, hint: 'El día de la última firma.' }),
        scan: file('Contrato firmado', { hint: 'El escaneo del documento con todas las firmas.' }),
      },
      undo: { never: 'Un contrato firmado no se deshace: se cancela.' },
      explanation:
        'Registra las firmas que faltan, ocupa los espacios y fija el contenido. Después solo cambian notas, orden de compra, contacto y vendedor.',
    },
    bill: {
      label: 'Facturar',
      done: 'Factura preparada',
      permission: 'invoices.create',
      single: true,
      preview: 'plan',
      guards: [
        {
          needs: ['signed_on'],
          why: ({ signed_on }) =>
            signed_on ? null : { text: 'Se factura desde que el contrato está firmado.' },
        },
      ],
      explanation:
        'Prepara el borrador de una factura con todo lo que está por facturar hoy; si pagan varios, uno para cada pagador con su parte.',
      undo: { never: 'Archive el borrador si no lo va a emitir.' },
    },
    activate: {
      label: 'Entrar en vigencia',
      done: 'Contrato vigente',
      by: ['system'],
      from: ['signed'],
      to: 'active',
    },
    amend: amendContract,
    renew: renewContract,
    suspend: {
      label: 'Suspender',
      done: 'Contrato suspendido',
      from: ['signed', 'active'],
      to: 'suspended',
      permission: 'contracts.suspend',
      rare: true,
      fields: {
        reason_kind: choice('Por qué', suspensionKinds, { required: true, initial: 'arrears' }),
        spaces: choice('Sus espacios', suspensionSpaces, { required: true, initial: 'kept' }),
        reason: longText('Motivo', { max: 1000, min: 3, required: true }),
      },
      undo: { by: 'command', name: 'resume' },
      explanation:
        'Mientras está suspendido no se coloca ni se confirma nada. Si libera sus espacios, las colocaciones desde mañana se cancelan y otro puede ocuparlos.',
    },
    resume: {
      label: 'Reanudar',
      done: 'Contrato reanudado',
      from: ['suspended'],
      permission: 'contracts.suspend',
      undo: { by: 'command', name: 'suspend' },
      explanation:
        'Si se liberaron sus espacios, los ocupa otra vez desde mañana; si alguno ya no tiene lugar, nada cambia y se dice cuál.',
    },
    finish: {
      label: 'Finalizar',
      done: 'Contrato finalizado',
      by: ['user', 'system'],
      from: ['active', 'suspended'],
      to: 'finished',
      checked: true,
      guards: [
        {
          needs: ['flight_in_force'],
          why: ({ flight_in_force }, { today }) =>
            (range(flight_in_force)?.to ?? '9') < today ? null : { text: 'Su vuelo aún no ha terminado.' },
        },
      ],
      undo: { never: 'Un contrato finalizado no vuelve a estar vigente.' },
      explanation:
        'Cuando todo lo contratado se emitió, se compensó o se acreditó. Uno vigente se finaliza solo; uno suspendido, no.',
    },
    attach_scan: attachScan,
    undo_import: undoContractImport,
    cancel: cancelContract,
  },
  lines: {
    lines: {
      of: () => contractLines,
      by: 'contract_id',
      mode: 'inBody',
      max: mostSaleLines,
      derived: derivedOfSale,
    },
    instalments: {
      of: () => contractInstalments,
      by: 'contract_id',
      mode: 'inBody',
      max: 120,
      derived: [],
    },
    payers: { of: () => contractPayers, by: 'contract_id', mode: 'inBody', max: 10, derived: [] },
  },
  totals,
  sums: {
    ...Object.fromEntries(Object.keys(saleAmounts).map((name) => [name, `lines.${name}`])),
    scheduled: 'instalments.amount',
  },
  freeze: { from: lastStates, except: [...editableWhenSigned, ...Object.keys(suspensionFields)] },
  number: {
    series: 'contract',
    at: { command: 'submit' },
    per: ['company', 'year'],
    gapless: true,
    field: 'number',
    of: { company: 'company_id' },
  },
  approval: {
    before: ['submit'],
    permissions: quoteDeciders,
    // What comes from a quote was approved with it, and does not change any more.
    reasons: (body) => (body.quote_id ? [] : quoteReasons(body)),
  },
});

function contractFields() {
  return {
    number: text('Número', { max: 60, readOnly: true, sortable: true, width: 'short' }),
    name: text('Nombre', {
      max: 160,
      required: true,
      sortable: true,
      width: 'wide',
      placeholder: 'Campaña de Navidad',
    }),
    quote_id: reference('Presupuesto', () => quotes, { readOnly: true }),
    opportunity_id: reference('Oportunidad', () => opportunities, { filter: { client_id: 'client_id' } }),
    company_id: reference('Compañía', () => companies, { required: true, begins: { from: 'first' } }),
    client_id: reference('Cliente', () => clients, { required: true }),
    industry_id: reference('Industria', () => industries, takenFrom('client_id', 'industry_id')),
    brand_id: reference('Marca', () => brands, { filter: { client_id: 'client_id' } }),
    agency_id: reference('Agencia', () => agencies),
    billing_party: choice('Se factura a', billingParties, {
      required: true,
      initial: 'client',
      width: 'short',
      begins: { from: 'parent', by: 'client_id', field: 'billing_party' },
    }),
    billing_contact_id: reference('Contacto de facturación', () => contacts),
    owner_id: reference('Vendedor', () => users, { required: true, begins: { from: 'me' } }),
    contract_type: choice('Tipo', contractTypes, { required: true, initial: 'normal', width: 'short' }),
    ad_classification_id: reference('Clasificación', () => adClassifications),
    consumption_type_id: reference('Tipo de consumo', () => consumptionTypes, { required: true }),
    flight: dateRange('Vuelo', { required: true, hint: 'Del primer al último día de la pauta.' }),
    valid: dateRange('Vigencia', { required: true }),
    ends_on: date('Vence el', {
      readOnly: true,
      computed: true,
      sortable: false,
      hint: 'El último día de su vigencia.',
    }),
    price_list_id: reference('Lista de precios', () => priceLists, {
      only: { status: 'current' },
      required: true,
      filter: { currency_code: 'currency_code' },
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    billing_plan: choice('Plan de facturación', billingPlans, { required: true, initial: 'by_consumption' }),
    credit_term_id: reference('Término de crédito', () => creditTerms, {
      required: true,
      begins: { from: 'parent', by: 'client_id', field: 'credit_term_id' },
    }),
    po_number: text('Orden de compra', {
      max: 60,
      hint: 'La orden de compra o de pauta del cliente; única por cliente.',
    }),
    exclusivity_industry_id: reference('Exclusividad de', () => industries, {
      hint: 'Al firmarse, ningún competidor de esa industria entra en los programas o lugares de sus renglones durante el vuelo.',
    }),
    own_signatory_ids: references('Firman por la compañía', () => signatories, {
      filter: { company_id: 'company_id' },
    }),
    client_signatory_ids: references('Firman por el cliente', () => signatories, {
      filter: { client_id: 'client_id' },
      when: { field: 'billing_party', is: ['client'] },
    }),
    agency_signatory_ids: references('Firman por la agencia', () => signatories, {
      filter: { agency_id: 'agency_id' },
      when: { field: 'billing_party', is: ['agency'] },
    }),
    signed_on: date('Firmado el', { readOnly: true, sortable: true, when: isSigned }),
    signed_scan: file('Contrato firmado', {
      ...scanFiles,
      when: isSigned,
      hint: 'El escaneo del documento con todas las firmas.',
    }),
    ...formerFields,
    payer_name: text('Pagador', { max: 160, readOnly: true, when: isSigned }),
    payer_tax_id: text('Identificación del pagador', { max: 40, readOnly: true, when: isSigned }),
    cancel_notice_days: integer('Aviso para cancelar (días)', { min: 0, max: 365, sortable: false }),
    penalty_pct: percent('Penalidad por cancelar'),
    evidence_silence_days: integer('Evidencias por silencio (días)', {
      min: 0,
      max: 90,
      sortable: false,
      aggregate: null,
      hint: 'Días sin respuesta del cliente tras los cuales un reporte de evidencias se da por aceptado. 0: nunca. Vacío: lo que diga su compañía.',
    }),
    text_id: reference('Texto', () => contractTexts, {
      only: { status: 'in_use' },
      hint: 'Vacío: el que esté en uso para su compañía al enviarlo a firma.',
    }),
    agency_commission_pct: percent('Comisión de agencia', { readOnly: true, derived: true }),
    commission_mode: choice('Modo de comisión', commissionModes, { readOnly: true, derived: true }),
    max_discount_pct: percent('Descuento mayor', {
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.0000',
    }),
    allowed_discount_pct: percent('Descuento permitido', { readOnly: true, computed: true, aggregate: null }),
    term_days_over: integer('Días de crédito de más', {
      readOnly: true,
      computed: true,
      aggregate: null,
      sortable: false,
    }),
    scheduled: money('En cuotas, sin impuesto', {
      currency: 'currency_code',
      readOnly: true,
      required: true,
      derived: true,
      initial: '0.00',
    }),
    ...saleAmounts,
    consumed_pct: percent('Consumido', { ...computed, when: isSigned, hint: 'Lo cumplido, por su importe.' }),
    billed_pct: percent('Facturado', {
      ...computed,
      when: isSigned,
      hint: 'Sin impuestos, menos notas de crédito.',
    }),
    collected_pct: percent('Cobrado', { ...computed, when: isSigned, hint: 'De lo facturado.' }),
    open_balance: money('Saldo', {
      ...computed,
      currency: 'currency_code',
      when: isSigned,
      hint: 'Lo que se debe de sus facturas.',
    }),
    unbilled_total: money('Por facturar', {
      ...computed,
      currency: 'currency_code',
      when: isSigned,
      hint: 'Lo contratado que aún no se factura, con impuestos.',
    }),
    without_material: yesNo('Sin material', {
      ...computedFact,
      hint: 'Está firmado y le falta entregar algo de alguna ficha técnica.',
    }),
    overconsumed: yesNo('Cumplido sin facturar', {
      ...computedFact,
      hint: 'Lo cumplido vale más que lo facturado.',
    }),
    flight_in_force: dateRange('Vuelo en vigor', { readOnly: true, computed: true, when: isSigned }),
    net_in_force: inForce('Neto en vigor'),
    tax_in_force: inForce('Impuesto en vigor'),
    total_in_force: inForce('Total en vigor'),
    ...suspensionFields,
    notes: longText('Notas'),
    status: choice('Estado', contractStates, {
      readOnly: true,
      required: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
  };
}
