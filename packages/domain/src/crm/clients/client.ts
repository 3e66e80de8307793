import { users } from '../../admin/users/user.ts';
import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { clientCategories, clientTypes, clusters, industries, leadSources } from '../../catalogues/crm.ts';
import { creditTerms } from '../../catalogues/finance.ts';
import { homeCountryBegins } from '../../catalogues/home-country.ts';
import { countries, localities } from '../../catalogues/places.ts';
import { choice } from '../../kinds/choice.ts';
import { url } from '../../kinds/contact.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { decimal, money, percent } from '../../kinds/number.ts';
import { type Reference, reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { taxId } from '../../kinds/tax-id.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { taxIdRule } from '../../tax-id/tax-id-rule.ts';
import { taxIdTypes } from '../../tax-id/tax-id-types.ts';
import { agencies } from '../agencies/agency.ts';
import { contacts } from '../contacts/contact.ts';
import { activityFacts, phonesOfContacts } from '../follow-up/activity-facts.ts';
import { mergedElsewhere } from '../merging/merged-elsewhere.ts';
import {
  billingParties,
  creditLimitRight,
  creditStatuses,
  fiscalData as frozen,
  limitIsInCurrency,
  personKinds,
  selling,
  taxpayerTypes,
} from './account-choices.ts';
import { computedAmount } from './account-figures.ts';

const creditReason = {
  reason: longText('Motivo', { max: 500, required: true, hint: 'Queda en el historial del cliente.' }),
};

const distinctSellers: Rule = (values) => {
  const first = values.primary_sales_rep_id as Reference | null;
  const second = values.additional_sales_rep_id as Reference | null;
  return first && second && first.id === second.id
    ? { additional_sales_rep_id: ['Elija a una persona distinta del vendedor principal.'] }
    : null;
};

const exemptionProof: Rule = (values) =>
  values.tax_exempt === true && !values.tax_exempt_until
    ? { tax_exempt_until: ['Indique hasta cuándo vale la exención.'] }
    : null;

/** A client: an advertiser, who buys and, unless an agency does, pays (domain §1.2). */
export const clients = defineResource({
  name: 'clients',
  screen: 'crm/clientes',
  label: { one: 'Cliente', many: 'Clientes', gender: 'm' },
  fields: {
    client_code: text('Código', {
      max: 20,
      required: true,
      unique: true,
      upperCase: true,
      sortable: true,
      width: 'short',
      begins: { from: 'sequence', prefix: 'CLI', of: (): Resource => clients, field: 'client_code' },
      pattern: /^[A-Z0-9][A-Z0-9-]{1,19}$/,
      patternMessage: 'Use de 2 a 20 letras, números o guiones, sin espacios.',
      setting: { label: 'client_code_label', placeholder: 'client_code_placeholder' },
    }),
    company_code: text('Código Externo', {
      max: 30,
      unique: true,
      width: 'short',
      setting: { label: 'company_code_label', placeholder: 'company_code_placeholder' },
      hint: 'Identificador del cliente en el sistema contable.',
    }),
    legal_name: text('Razón social', { max: 160, required: true, sortable: true, width: 'wide', frozen }),
    trade_name: text('Nombre comercial', { max: 160, required: true, sortable: true, width: 'wide' }),
    person_kind: choice('Tipo de persona', personKinds, {
      required: true,
      initial: 'legal_entity',
      width: 'short',
    }),
    country_id: reference('País', () => countries, {
      required: true,
      frozen,
      begins: homeCountryBegins,
    }),
    tax_id_type: choice('Tipo de identificación', taxIdTypes, {
      required: true,
      width: 'short',
      frozen,
      begins: { from: 'usualTaxId', country: 'country_id' },
    }),
    tax_id: taxId('Identificación fiscal', {
      country: 'country_id',
      type: 'tax_id_type',
      required: true,
      frozen,
      hint: 'Con o sin guiones; se comprueba el dígito verificador.',
    }),
    taxpayer_type: choice('Tipo de contribuyente', taxpayerTypes, { required: true, initial: 'taxpayer' }),
    status: choice(
      'Estado',
      {
        prospect: ['Prospecto', 'info'],
        active: ['Activo', 'success'],
        inactive: ['Inactivo', 'neutral'],
        blocked: ['Bloqueado', 'danger'],
      },
      { required: true, initial: 'prospect', sortable: true, width: 'short' },
    ),
    client_type_id: reference('Tipo de cliente', () => clientTypes, { required: true }),
    client_category_id: reference('Categoría', () => clientCategories, { required: true }),
    industry_id: reference('Industria', () => industries, { required: true }),
    lead_source_id: reference('Fuente de ingreso', () => leadSources),
    cluster_id: reference('Clúster', () => clusters),
    parent_client_id: reference('Grupo o casa matriz', (): Resource => clients, {
      hint: 'Empresa a la que pertenece.',
    }),
    tags: tags('Etiquetas'),
    primary_sales_rep_id: reference('Vendedor', () => users, { required: true, begins: selling }),
    additional_sales_rep_id: reference('Vendedor Adicional', () => users, {
      setting: { label: 'client_additional_sales_rep_label', visible: 'client_additional_sales_rep_visible' },
    }),
    additional_split_pct: percent('Parte del segundo vendedor', {
      required: true,
      initial: '0.0000',
      writePermission: 'portfolio.update',
      when: { field: 'additional_sales_rep_id', is: 'given' },
      setting: { visible: 'client_additional_sales_rep_visible' },
      hint: 'Del crédito por la venta, desde hoy. Lo demás es del vendedor.',
    }),
    default_agency_id: reference('Agencia habitual', (): Resource => agencies, {
      readOnly: true,
      hint: 'La de su carta de autorización habitual que está vigente.',
    }),
    billing_party: choice('Se factura a', billingParties, {
      required: true,
      initial: 'client',
      width: 'short',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      frozen: limitIsInCurrency,
      setting: { initial: 'currency_default' },
    }),
    credit_term_id: reference('Término de crédito', () => creditTerms, { required: true }),
    credit_limit: money('Límite de crédito', {
      currency: 'currency_code',
      writePermission: creditLimitRight,
    }),
    credit_status: choice('Estado del crédito', creditStatuses, {
      required: true,
      initial: 'active',
      width: 'short',
      readOnly: true,
    }),
    tax_exempt: yesNo('Exento de impuestos'),
    tax_exempt_doc: file('Documento de exención', {
      when: { field: 'tax_exempt', is: [true] },
      required: true,
    }),
    tax_exempt_until: date('Exención vigente hasta', { when: { field: 'tax_exempt', is: [true] } }),
    website: url('Sitio web'),
    address_line: text('Dirección', { max: 240, width: 'full' }),
    locality_id: reference('Localidad', () => localities),
    latitude: decimal('Latitud', { scale: 6, min: -90, max: 90, aggregate: null }),
    longitude: decimal('Longitud', { scale: 6, min: -180, max: 180, aggregate: null }),
    notes: longText('Notas'),
    last_activity_at: dateTime('Última atención', { readOnly: true, derived: true }),
    next_activity_at: dateTime('Próxima acción', { readOnly: true, derived: true }),
    billed_12m: money('Ventas 12 m', {
      ...computedAmount,
      hint: 'Facturado este mes y los once anteriores, antes de impuestos, menos notas de crédito y anuladas. En la moneda del cliente; las demás están en «Facturas y saldo».',
    }),
    overdue_balance: money('Saldo vencido', {
      ...computedAmount,
      hint: 'En la moneda del cliente; las demás están en «Facturas y saldo».',
    }),
    has_overdue: yesNo('Con saldo vencido', { ...computedFact, seenBy: invoiceReaders }),
    has_contract: yesNo('Contrato vigente', {
      ...computedFact,
      hint: 'Tiene hoy un contrato firmado, en curso o suspendido.',
    }),
    fiscal_locked_at: dateTime('Con documentos fiscales desde', { readOnly: true }),
    merged_into_id: reference('Fusionado con', (): Resource => clients, { readOnly: true }),
    became_agency_id: reference('Convertido en', (): Resource => agencies, { readOnly: true }),
    withdrawn_folio: text('Aprobación deshecha', { max: 40, readOnly: true }),
    former_codes: text('Códigos anteriores', {
      max: 2000,
      readOnly: true,
      hint: 'De los clientes que se fusionaron con este; sirven para buscarlo.',
    }),
    possible_duplicate: yesNo('Duplicado probable', { readOnly: true, derived: true }),
  },
  title: 'trade_name',
  code: 'client_code',
  keys: ['client_code', 'company_code'],
  likeness: { by: { legal_name: ['legal_name'], trade_name: ['trade_name'] }, similar: true },
  successors: {
    merged_into_id: mergedElsewhere,
    became_agency_id: mergedElsewhere,
    withdrawn_folio: 'ese registro vuelve a estar en revisión. Si se aprueba otra vez, crea otro cliente.',
  },
  subtitle: 'client_code',
  search: ['client_code', 'company_code', 'legal_name', 'trade_name', 'tax_id'],
  reachedThrough: [{ part: (): Resource => contacts, by: 'client_id' }],
  columns: [
    'trade_name',
    'tax_id',
    'client_type_id',
    'client_category_id',
    'industry_id',
    'primary_sales_rep_id',
    'credit_status',
    'last_activity_at',
    'next_activity_at',
    'status',
    'overdue_balance',
    'billed_12m',
  ],
  brief: ['industry_id', 'primary_sales_rep_id'],
  filters: [
    'status',
    'client_type_id',
    'client_category_id',
    'industry_id',
    'primary_sales_rep_id',
    'credit_status',
    'country_id',
    'credit_term_id',
    'tags',
    'last_activity_at',
    'next_activity_at',
    'has_overdue',
    'has_contract',
    'possible_duplicate',
    'created_at',
  ],
  sections: [
    {
      label: 'Identificación',
      fields: [
        'client_code',
        'company_code',
        'legal_name',
        'trade_name',
        'person_kind',
        'country_id',
        'tax_id_type',
        'tax_id',
        'taxpayer_type',
        'status',
      ],
    },
    {
      label: 'Clasificación',
      fields: [
        'client_type_id',
        'client_category_id',
        'industry_id',
        'lead_source_id',
        'cluster_id',
        'parent_client_id',
        'tags',
      ],
    },
    {
      label: 'Equipo de venta',
      fields: ['primary_sales_rep_id', 'additional_sales_rep_id', 'additional_split_pct'],
    },
    {
      label: 'Facturación y crédito',
      fields: [
        'billing_party',
        'currency_code',
        'credit_term_id',
        'credit_limit',
        'credit_status',
        'tax_exempt',
        'tax_exempt_doc',
        'tax_exempt_until',
      ],
    },
    {
      label: 'Ubicación y notas',
      fields: ['address_line', 'locality_id', 'website', 'latitude', 'longitude', 'notes'],
    },
  ],
  state: 'credit_status',
  commands: {
    hold: {
      label: 'Retener crédito',
      rare: true,
      done: 'Crédito retenido',
      from: ['active', 'in_review'],
      to: 'on_hold',
      permission: 'clients.credit_hold',
      fields: creditReason,
      tone: 'danger',
      explanation: 'No se le venderá a crédito hasta que alguien lo libere.',
    },
    review_credit: {
      label: 'Poner crédito en revisión',
      rare: true,
      done: 'Crédito en revisión',
      from: ['active'],
      to: 'in_review',
      permission: 'clients.credit_hold',
      fields: creditReason,
      explanation: 'Se le sigue vendiendo mientras cobros revisa su cuenta.',
    },
    release: {
      label: 'Liberar crédito',
      done: 'Crédito liberado',
      from: ['in_review', 'on_hold', 'blocked'],
      to: 'active',
      permission: 'clients.credit_hold',
      fields: creditReason,
      explanation: 'Se le podrá vender a crédito de nuevo.',
    },
    block_credit: {
      label: 'Bloquear crédito',
      rare: true,
      done: 'Crédito bloqueado',
      from: ['on_hold'],
      to: 'blocked',
      permission: 'clients.credit_hold',
      fields: creditReason,
      tone: 'danger',
      explanation: 'Solo se le venderá de contado. Se usa cuando la retención no bastó.',
    },
  },
  headline: {
    identity: ['client_code', 'legal_name', 'tax_id', 'primary_sales_rep_id'],
    facts: [...activityFacts('client_id'), 'credit_limit', 'credit_term_id'],
    phoneSources: [phonesOfContacts('client_id')],
    wanted: ['lead_source_id', 'locality_id', 'address_line', 'website', 'credit_limit'],
  },
  owners: ['primary_sales_rep_id', 'additional_sales_rep_id'],
  lent: 'client_covers',
  // Rows that belong to one client; they do not count as uses of it by other records.
  parts: ['portfolio_assignments', 'portfolio_freezes', 'portfolio_draft_moves', 'credit_proposals'],
  rules: [taxIdRule, distinctSellers, exemptionProof],
  notes: true,
});
