import { users } from '../../admin/users/user.ts';
import { invoiceReaders } from '../../billing/invoice-readers.ts';
import { agencyCategories, agencyGroups, agencyTypes } from '../../catalogues/crm.ts';
import { commissionTypes, creditTerms } from '../../catalogues/finance.ts';
import { homeCountryBegins } from '../../catalogues/home-country.ts';
import { countries, localities } from '../../catalogues/places.ts';
import { choice } from '../../kinds/choice.ts';
import { email, phone, url } from '../../kinds/contact.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { integer, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { taxId } from '../../kinds/tax-id.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { taxIdRule } from '../../tax-id/tax-id-rule.ts';
import { taxIdTypes } from '../../tax-id/tax-id-types.ts';
import {
  creditLimitRight,
  creditStatuses,
  fiscalData as frozen,
  limitIsInCurrency,
  personKinds,
  selling,
  taxpayerTypes,
} from '../clients/account-choices.ts';
import { computedAmount } from '../clients/account-figures.ts';
import { contacts } from '../contacts/contact.ts';
import { activityFacts, phonesOfContacts } from '../follow-up/activity-facts.ts';
import { mergedElsewhere } from '../merging/merged-elsewhere.ts';
import { volumeRebates } from './volume-rebate.ts';

/** An agency, which buys for advertisers and earns a commission (domain §1.2). */
export const agencies = defineResource({
  name: 'agencies',
  screen: 'crm/agencias',
  label: { one: 'Agencia', many: 'Agencias', gender: 'f' },
  fields: {
    agency_code: text('Código', {
      max: 20,
      required: true,
      unique: true,
      upperCase: true,
      sortable: true,
      width: 'short',
      begins: { from: 'sequence', prefix: 'AGE', of: (): Resource => agencies, field: 'agency_code' },
      pattern: /^[A-Z0-9][A-Z0-9-]{1,19}$/,
      patternMessage: 'Use de 2 a 20 letras, números o guiones, sin espacios.',
      placeholder: 'Ej: AGE-001',
    }),
    company_code: text('Código Externo', {
      max: 30,
      unique: true,
      width: 'short',
      setting: { label: 'company_code_label', placeholder: 'company_code_placeholder' },
      hint: 'Identificador de la agencia en el sistema contable.',
    }),
    legal_name: text('Razón social', { max: 160, required: true, sortable: true, width: 'wide', frozen }),
    trade_name: text('Nombre comercial', { max: 160, required: true, sortable: true, width: 'wide' }),
    person_kind: choice('Tipo de persona', personKinds, {
      required: true,
      initial: 'legal_entity',
      width: 'short',
    }),
    country_id: reference('País', () => countries, { required: true, begins: homeCountryBegins, frozen }),
    tax_id_type: choice('Tipo de identificación', taxIdTypes, {
      required: true,
      width: 'short',
      begins: { from: 'usualTaxId', country: 'country_id' },
      frozen,
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
      { active: ['Activa', 'success'], inactive: ['Inactiva', 'neutral'], blocked: ['Bloqueada', 'danger'] },
      { required: true, initial: 'active', sortable: true, width: 'short' },
    ),
    agency_type_id: reference('Tipo de agencia', () => agencyTypes, { required: true }),
    agency_category_id: reference('Categoría', () => agencyCategories, { required: true }),
    agency_group_id: reference('Grupo', () => agencyGroups),
    tags: tags('Etiquetas'),
    primary_sales_rep_id: reference('Vendedor', () => users, { required: true, begins: selling }),
    commission_type_id: reference('Tipo de comisión', () => commissionTypes, { required: true }),
    commission_pct: percent('Comisión', {
      max: 30,
      required: true,
      initial: '15.0000',
      sortable: true,
      writePermission: 'commissions.edit_rate',
      changedBy: 'change_commission',
      setting: { initial: 'default_agency_commission_pct' },
      aggregate: 'average',
    }),
    commission_mode: choice(
      'Modo de comisión',
      { invoice_discount: 'Descuento en factura', later_settlement: 'Liquidación posterior' },
      { required: true, initial: 'invoice_discount' },
    ),
    volume_rebate_id: reference('Bonificación por volumen', () => volumeRebates, {
      writePermission: 'commissions.edit_rate',
    }),
    bank_account: text('Cuenta para pagar comisiones', {
      max: 60,
      hint: 'Banco y número de cuenta donde se liquidan las comisiones.',
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
      writePermission: 'clients.credit_hold',
    }),
    email: email('Correo'),
    phone: phone('Teléfono'),
    website: url('Sitio web'),
    address_line: text('Dirección', { max: 240, width: 'full' }),
    locality_id: reference('Localidad', () => localities),
    billed_12m: money('Facturado 12 m', {
      ...computedAmount,
      seenBy: { viewAll: invoiceReaders.viewAll },
      hint: 'Facturado a sus clientes con ella, este mes y los once anteriores, antes de impuestos. En la moneda de la agencia.',
    }),
    open_balance: money('Saldo', {
      ...computedAmount,
      seenBy: { viewAll: invoiceReaders.viewAll },
      hint: 'Lo que debe de las facturas a su nombre. En la moneda de la agencia.',
    }),
    has_overdue: yesNo('Con saldo vencido', {
      ...computedFact,
      seenBy: { viewAll: invoiceReaders.viewAll },
    }),
    has_contract: yesNo('Contrato vigente', {
      ...computedFact,
      hint: 'Interviene hoy en un contrato firmado, en curso o suspendido.',
    }),
    active_clients: integer('Clientes activos', {
      readOnly: true,
      required: true,
      sortable: true,
      hint: 'Clientes con una carta de autorización vigente hoy.',
    }),
    next_letter_ends_on: date('Carta vence', {
      readOnly: true,
      hint: 'Último día de la próxima carta de autorización que vence.',
    }),
    notes: longText('Notas'),
    fiscal_locked_at: dateTime('Con documentos fiscales desde', { readOnly: true }),
    merged_into_id: reference('Fusionada con', (): Resource => agencies, { readOnly: true }),
    former_codes: text('Códigos anteriores', {
      max: 2000,
      readOnly: true,
      hint: 'De las agencias que se fusionaron con esta; sirven para buscarla.',
    }),
  },
  title: 'trade_name',
  code: 'agency_code',
  keys: ['agency_code', 'company_code', 'email'],
  likeness: { by: { legal_name: ['legal_name'], trade_name: ['trade_name'] } },
  successors: { merged_into_id: mergedElsewhere },
  subtitle: 'agency_code',
  search: ['agency_code', 'company_code', 'legal_name', 'trade_name', 'tax_id', 'email', 'phone'],
  reachedThrough: [{ part: (): Resource => contacts, by: 'agency_id' }],
  columns: [
    'trade_name',
    'agency_group_id',
    'agency_type_id',
    'agency_category_id',
    'commission_pct',
    'commission_mode',
    'active_clients',
    'next_letter_ends_on',
    'billed_12m',
    'open_balance',
    'primary_sales_rep_id',
    'status',
  ],
  filters: [
    'status',
    'agency_group_id',
    'agency_type_id',
    'agency_category_id',
    'commission_type_id',
    'commission_mode',
    'next_letter_ends_on',
    'primary_sales_rep_id',
    'credit_status',
    'has_overdue',
    'has_contract',
    'tags',
    'created_at',
  ],
  sections: [
    {
      label: 'Identificación',
      fields: [
        'agency_code',
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
      fields: ['agency_type_id', 'agency_category_id', 'agency_group_id', 'primary_sales_rep_id', 'tags'],
    },
    {
      label: 'Comisión',
      fields: ['commission_type_id', 'commission_pct', 'commission_mode', 'volume_rebate_id', 'bank_account'],
    },
    { label: 'Crédito', fields: ['currency_code', 'credit_term_id', 'credit_limit', 'credit_status'] },
    {
      label: 'Ubicación y notas',
      fields: ['email', 'phone', 'website', 'address_line', 'locality_id', 'notes'],
    },
  ],
  headline: {
    identity: ['agency_code', 'legal_name', 'tax_id', 'primary_sales_rep_id'],
    facts: [...activityFacts('agency_id'), 'credit_limit', 'commission_pct', 'next_letter_ends_on'],
    phoneSources: [phonesOfContacts('agency_id'), { field: 'phone' }],
    wanted: ['agency_group_id', 'locality_id', 'address_line', 'website', 'bank_account'],
  },
  owners: ['primary_sales_rep_id'],
  parts: ['credit_proposals'],
  state: 'status',
  commands: {
    change_commission: {
      label: 'Cambiar comisión',
      done: 'Comisión cambiada',
      from: ['active', 'inactive', 'blocked'],
      permission: 'commissions.edit_rate',
      explanation:
        'Rige para lo que se venda desde ahora; lo ya facturado conserva su comisión. El motivo queda en el historial.',
      fields: {
        commission_pct: percent('Comisión', { max: 30, required: true }),
        reason: longText('Motivo', { required: true, max: 4000 }),
      },
    },
  },
  rules: [taxIdRule],
  notes: true,
});
