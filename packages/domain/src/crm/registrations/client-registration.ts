import { users } from '../../admin/users/user.ts';
import { clientCategories, clientTypes, industries } from '../../catalogues/crm.ts';
import { creditTerms } from '../../catalogues/finance.ts';
import { platforms } from '../../catalogues/inventory.ts';
import { jobPositions } from '../../catalogues/organization.ts';
import { countries } from '../../catalogues/places.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { email, phone, url } from '../../kinds/contact.ts';
import { dateTime } from '../../kinds/date.ts';
import type { Fields } from '../../kinds/kind.ts';
import { integer } from '../../kinds/number.ts';
import { type Reference, reference, references } from '../../kinds/reference.ts';
import { taxId } from '../../kinds/tax-id.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import {
  defineResource,
  type Rule,
  type Section,
  type TimeLimit,
  type Values,
} from '../../resource/resource.ts';
import { taxIdRuleOf, taxIdShapeRule } from '../../tax-id/tax-id-rule.ts';
import { taxIdTypes } from '../../tax-id/tax-id-types.ts';
import { personKinds, taxpayerTypes } from '../clients/account-choices.ts';
import { clients } from '../clients/client.ts';
import { publicForms } from '../forms/public-form.ts';
import { nationalIdTypes } from '../signatories/signatory.ts';
import { spamSigns } from './spam.ts';

/** Expected monthly investment, in the currency of the country; bands, because a visitor only guesses. */
export const investmentBands = {
  under_50k: 'Menos de 50,000',
  from_50k: '50,000 a 200,000',
  from_200k: '200,000 a 500,000',
  from_500k: '500,000 a 2,000,000',
  over_2m: 'Más de 2,000,000',
  unknown: 'Aún no lo sé',
} as const;

/** By the click identifier in the link. */
const adNetworks = {
  google: 'Google',
  meta: 'Meta',
  microsoft: 'Microsoft',
  tiktok: 'TikTok',
  x: 'X',
  linkedin: 'LinkedIn',
} as const;

/** The origin of a registration, as its form sent it; empty for one recorded by staff. */
export const sourceSection: Section = {
  label: 'Procedencia',
  fields: [
    'public_form_id',
    'page_origin',
    'sent_page',
    'landing_page',
    'referrer_page',
    'utm_campaign',
    'utm_source',
    'utm_medium',
    'utm_term',
    'utm_content',
    'ad_network',
    'click_id',
  ],
};

const representativeIdRule = taxIdRuleOf({
  country: 'country_id',
  type: 'representative_national_id_type',
  number: 'representative_national_id',
});

const representativeRule: Rule = (values, current) =>
  values.representative_national_id && !values.representative_national_id_type
    ? { representative_national_id_type: ['Indique qué documento es.'] }
    : representativeIdRule(values, current);

/** Requirements for the signatory's identification, when the signatory of the new client is created; see `approve`. */
export const signatoryIdRule = taxIdRuleOf({
  country: 'signatory_country_id',
  type: 'signatory_id_type',
  number: 'signatory_id',
});

const signs = { when: { field: 'with_signatory', is: [true] }, required: true } as const;

/** A decision can be undone for 30 days; after that the company has to register again. */
const takenUpWithin = (decision: string): TimeLimit => ({
  since: 'decided_at',
  hours: 30 * 24,
  late: `Pasaron más de 30 días desde ${decision}. Pida un registro nuevo.`,
});

const reviewerOf = ({ reviewer_id }: Values): string | null => (reviewer_id as Reference | null)?.id ?? null;

const notYours: Guard = {
  needs: ['reviewer_id'],
  why: (record, { userId }) =>
    userId !== null && reviewerOf(record) === userId
      ? { code: 'already_yours', text: 'Este registro ya está asignado a usted.' }
      : null,
};

const assigned: Guard = {
  needs: ['reviewer_id', 'status'],
  why: (record) =>
    reviewerOf(record) === null && record.status === 'received'
      ? { code: 'not_assigned', text: 'Este registro no tiene revisor.' }
      : null,
};

/** A request to become a client, from the public form, an employee or an event (domain §1.2, §2.4). */
export const clientRegistrations = defineResource({
  name: 'client_registrations',
  screen: 'crm/client-registrations',
  label: { one: 'Registro de cliente', many: 'Registros de clientes', gender: 'm' },
  fields: {
    folio: text('Folio', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    received_at: dateTime('Recibido', { required: true, readOnly: true, sortable: true }),
    status: choice(
      'Estado',
      {
        received: ['Recibido', 'info'],
        in_review: ['En revisión', 'warning'],
        info_requested: ['Información solicitada', 'warning'],
        approved: ['Aprobado', 'success'],
        rejected: ['Rechazado', 'danger'],
        duplicate: ['Duplicado', 'neutral'],
        spam: ['Spam', 'neutral'],
      },
      { required: true, readOnly: true, sortable: true, width: 'short' },
    ),
    origin: choice(
      'Origen',
      { web: 'Web', internal: 'Interno', event: 'Evento' },
      { required: true, initial: 'internal', width: 'short' },
    ),
    reviewer_id: reference('Revisor', () => users, { readOnly: true }),
    due_at: dateTime('Vence', {
      required: true,
      readOnly: true,
      sortable: true,
      hint: 'Hasta cuándo hay plazo para responder.',
    }),
    sla: choice(
      'SLA',
      {
        on_time: ['En plazo', 'success'],
        late: ['Atrasado', 'danger'],
        paused: ['Espera al solicitante', 'neutral'],
        met: ['Cumplido', 'success'],
        missed: ['Fuera de plazo', 'warning'],
      },
      { required: true, readOnly: true, computed: true, width: 'short' },
    ),
    match_count: integer('Coincidencias', {
      required: true,
      readOnly: true,
      sortable: true,
      aggregate: null,
      width: 'medium',
      hint: 'Clientes con la misma identificación o un nombre parecido.',
    }),
    documents: choice(
      'Documentos',
      {
        complete: ['Completos', 'success'],
        incomplete: ['Incompletos', 'warning'],
        none: ['Ninguno', 'neutral'],
      },
      { required: true, readOnly: true, width: 'short' },
    ),
    spam_signs: choices('Señales de spam', spamSigns, { readOnly: true }),
    legal_name: text('Razón social', { max: 160, required: true, sortable: true, width: 'wide' }),
    trade_name: text('Nombre comercial', { max: 160, width: 'wide' }),
    person_kind: choice('Tipo de persona', personKinds, {
      required: true,
      initial: 'legal_entity',
      width: 'short',
    }),
    country_id: reference('País', () => countries, { required: true }),
    tax_id_type: choice('Tipo de identificación', taxIdTypes, { required: true, width: 'short' }),
    tax_id: taxId('Identificación fiscal', { country: 'country_id', type: 'tax_id_type', required: true }),
    locality: text('Ciudad o localidad', { max: 120 }),
    address: text('Dirección', { max: 240, width: 'wide' }),
    website: url('Sitio web'),
    industry_id: reference('Industria', () => industries),
    investment_band: choice('Inversión mensual esperada', investmentBands),
    platform_ids: references('Medios de interés', () => platforms),
    contact_first_name: text('Nombre', { max: 80, required: true }),
    contact_last_name: text('Apellido', { max: 80, required: true }),
    contact_job: text('Cargo', { max: 80 }),
    contact_email: email('Correo', { required: true }),
    contact_phone: phone('Teléfono', { required: true }),
    representative_name: text('Representante legal', {
      max: 120,
      width: 'wide',
      hint: 'Quien firma por la empresa. Al aprobar, se propone como firmante del cliente.',
    }),
    representative_national_id_type: choice('Documento del representante', nationalIdTypes, {
      width: 'short',
    }),
    representative_national_id: taxId('Número de su documento', {
      country: 'country_id',
      type: 'representative_national_id_type',
    }),
    agency_name: text('Agencia', { max: 160 }),
    agency_tax_id: text('Identificación de la agencia', { max: 20 }),
    comments: longText('Comentarios', { max: 2000 }),
    consent: yesNo('Acepta el aviso de privacidad', { readOnly: true }),
    notice_version: text('Versión del aviso', { max: 20, readOnly: true }),
    visitor_reply: longText('Respuesta del solicitante', { readOnly: true }),
    decision_reason: longText('Motivo de la decisión', { readOnly: true }),
    public_form_id: reference('Formulario', () => publicForms, { readOnly: true }),
    page_origin: text('Sitio', {
      max: 300,
      readOnly: true,
      hint: 'Donde estaba el formulario. Vacío si era una página de Pauta.',
    }),
    sent_page: text('Página del formulario', { max: 300, readOnly: true, width: 'wide' }),
    landing_page: text('Primera página de la visita', { max: 300, readOnly: true, width: 'wide' }),
    referrer_page: text('Página de donde llegó', { max: 300, readOnly: true, width: 'wide' }),
    utm_campaign: text('Campaña', { max: 200, readOnly: true, hint: 'utm_campaign del enlace.' }),
    utm_source: text('Fuente', { max: 200, readOnly: true, hint: 'utm_source del enlace.' }),
    utm_medium: text('Canal', { max: 200, readOnly: true, hint: 'utm_medium del enlace.' }),
    utm_term: text('Término', { max: 200, readOnly: true, hint: 'utm_term del enlace.' }),
    utm_content: text('Anuncio', { max: 200, readOnly: true, hint: 'utm_content del enlace.' }),
    ad_network: choice('Red publicitaria', adNetworks, { readOnly: true, width: 'short' }),
    click_id: text('Clic publicitario', {
      max: 200,
      readOnly: true,
      hint: 'El identificador que puso la red.',
    }),
    decided_at: dateTime('Decidido', { readOnly: true }),
    resulting_client_id: reference('Cliente', () => clients, { readOnly: true }),
  },
  title: 'folio',
  likeness: { by: { legal_name: ['legal_name'], trade_name: ['trade_name'] } },
  subtitle: 'legal_name',
  search: ['folio', 'legal_name', 'trade_name', 'tax_id', 'contact_email', 'contact_phone'],
  order: '-received_at',
  columns: ['folio', 'received_at', 'tax_id', 'match_count', 'documents', 'status', 'reviewer_id', 'sla'],
  brief: ['received_at'],
  filters: [
    'status',
    'reviewer_id',
    'sla',
    'spam_signs',
    'documents',
    'match_count',
    'origin',
    'public_form_id',
    'page_origin',
    'utm_campaign',
    'utm_source',
    'ad_network',
    'country_id',
    'industry_id',
    'received_at',
  ],
  sections: [
    {
      label: 'Empresa',
      fields: [
        'legal_name',
        'trade_name',
        'person_kind',
        'country_id',
        'tax_id_type',
        'tax_id',
        'industry_id',
        'website',
        'locality',
        'address',
      ],
    },
    {
      label: 'Contacto',
      fields: ['contact_first_name', 'contact_last_name', 'contact_job', 'contact_email', 'contact_phone'],
    },
    {
      label: 'Representante legal',
      fields: ['representative_name', 'representative_national_id_type', 'representative_national_id'],
    },
    {
      label: 'Interés',
      fields: ['investment_band', 'platform_ids', 'agency_name', 'agency_tax_id', 'comments', 'origin'],
    },
  ],
  headline: {
    identity: ['legal_name', 'tax_id', 'contact_email'],
    facts: ['received_at', 'reviewer_id', 'industry_id', 'investment_band'],
    phoneSources: [{ field: 'contact_phone', name: ['contact_first_name', 'contact_last_name'] }],
  },
  operations: ['create'],
  notes: true,
  permissions: {
    viewAll: 'client_registrations.view_all',
    create: 'client_registrations.create',
    updateAll: 'client_registrations.review',
    archive: 'client_registrations.review',
    export: 'client_registrations.export',
    import: 'client_registrations.import',
  },
  state: 'status',
  commands: {
    start_review: {
      label: 'Tomar en revisión',
      done: 'Registro tomado en revisión',
      from: ['received', 'info_requested'],
      to: 'in_review',
      permission: 'client_registrations.review',
      tone: 'primary',
      explanation: 'Queda a su nombre y empieza a contar el plazo de respuesta.',
    },
    take_over: {
      label: 'Asignarme',
      done: 'Revisión asumida',
      from: ['in_review', 'info_requested'],
      rare: true,
      permission: 'client_registrations.review',
      guards: [notYours],
      explanation: 'La revisión pasa a su nombre.',
    },
    assign: {
      label: 'Asignar revisor',
      done: 'Revisor asignado',
      from: ['received', 'in_review', 'info_requested'],
      rare: true,
      permission: 'client_registrations.review',
      fields: {
        reviewer_id: reference('Revisor', () => users, {
          required: true,
          offeredBy: '/client-registrations/reviewers',
          hint: 'Alguien que pueda revisar registros.',
        }),
      },
    },
    release: {
      label: 'Liberar',
      done: 'Registro liberado',
      from: ['received', 'in_review'],
      to: 'received',
      rare: true,
      permission: 'client_registrations.review',
      guards: [assigned],
      explanation: 'Queda sin revisor, para que otra persona lo tome. El plazo sigue contando.',
    },
    request_info: {
      label: 'Solicitar información',
      done: 'Información solicitada',
      from: ['in_review', 'info_requested'],
      to: 'info_requested',
      permission: 'client_registrations.review',
      fields: { reason: longText('Qué falta', { max: 1000, min: 5, required: true }) },
      explanation:
        'La persona de contacto recibe este mensaje por correo, con un enlace para completar su registro. Si ya tenía un enlace, el nuevo lo reemplaza. El plazo se detiene mientras responde.',
    },
    approve: {
      label: 'Aprobar',
      done: 'Registro aprobado',
      from: ['in_review'],
      to: 'approved',
      permission: 'client_registrations.approve',
      tone: 'primary',
      explanation:
        'Crea el cliente con su contacto, su firmante y sus documentos en una sola operación. Puede deshacerse mientras nadie haya trabajado con él.',
      single: true,
      checked: true,
      preview: 'rollback',
      undo: { by: 'log', whole: true },
      fields: {
        client_code: text('Código del cliente', {
          max: 20,
          required: true,
          upperCase: true,
          begins: { from: 'sequence', prefix: 'CLI', of: () => clients, field: 'client_code' },
          pattern: /^[A-Z0-9][A-Z0-9-]{1,19}$/,
          patternMessage: 'Use de 2 a 20 letras, números o guiones, sin espacios.',
          setting: { label: 'client_code_label', placeholder: 'client_code_placeholder' },
        }),
        client_type_id: reference('Tipo de cliente', () => clientTypes, { required: true }),
        client_category_id: reference('Categoría', () => clientCategories, { required: true }),
        industry_id: reference('Industria', () => industries, { required: true }),
        taxpayer_type: choice('Tipo de contribuyente', taxpayerTypes, {
          required: true,
          initial: 'taxpayer',
        }),
        credit_term_id: reference('Término de crédito', () => creditTerms, { required: true }),
        currency_code: choice('Moneda', currencies, {
          required: true,
          initial: 'DOP',
          setting: { initial: 'currency_default' },
        }),
        primary_sales_rep_id: reference('Vendedor', () => users, { required: true }),
        with_signatory: yesNo('Crear el firmante del cliente', {
          width: 'full',
          hint: 'Quien firma sus contratos como representante legal. Puede agregarse después.',
        }),
        signatory_name: text('Nombre del firmante', { max: 120, ...signs }),
        signatory_country_id: reference('País de su documento', () => countries, signs),
        signatory_id_type: choice('Documento del firmante', nationalIdTypes, {
          ...signs,
          initial: 'CEDULA',
          width: 'short',
        }),
        signatory_id: taxId('Número del documento', {
          country: 'signatory_country_id',
          type: 'signatory_id_type',
          ...signs,
        }),
        signatory_job_id: reference('Cargo del firmante', () => jobPositions, signs),
        waiver_reason: longText('Motivo para aceptar la identificación sin validar', {
          max: 500,
          hint: 'Solo cuando la identificación fiscal no pasa la comprobación.',
        }),
      },
      reason: 'waiver_reason',
    },
    mark_duplicate: {
      label: 'Marcar como duplicado',
      done: 'Registro marcado como duplicado',
      from: ['in_review'],
      to: 'duplicate',
      permission: 'client_registrations.approve',
      single: true,
      undo: { by: 'log', whole: true },
      fields: { client_id: reference('Cliente existente', () => clients, { required: true }) },
      explanation:
        'El registro queda unido al cliente que ya existe; su contacto y sus documentos se agregan a ese cliente.',
    },
    mark_spam: {
      label: 'Marcar como spam',
      done: 'Registro marcado como spam',
      from: ['received', 'in_review', 'info_requested'],
      to: 'spam',
      rare: true,
      permission: 'client_registrations.review',
      tone: 'danger',
      explanation: 'Sale de la lista de trabajo. Puede recuperarse durante 30 días.',
    },
    reject: {
      label: 'Rechazar',
      done: 'Registro rechazado',
      from: ['received', 'in_review', 'info_requested'],
      to: 'rejected',
      permission: 'client_registrations.review',
      tone: 'danger',
      fields: { reason: longText('Motivo', { max: 1000, min: 5, required: true }) },
    },
    not_spam: {
      label: 'No es spam',
      done: 'Registro recuperado',
      from: ['spam'],
      to: 'received',
      permission: 'client_registrations.review',
      explanation: 'Vuelve a la lista de trabajo con un plazo nuevo.',
      within: takenUpWithin('que se marcó como spam'),
    },
    reopen: {
      label: 'Reabrir',
      done: 'Registro reabierto',
      from: ['rejected'],
      to: 'in_review',
      permission: 'client_registrations.reopen',
      explanation: 'El plazo de la revisión empieza de nuevo.',
      within: takenUpWithin('el rechazo'),
    },
  },
  rules: [taxIdShapeRule, representativeRule],
});

const visitorFieldNames = [
  'legal_name',
  'trade_name',
  'person_kind',
  'tax_id_type',
  'tax_id',
  'locality',
  'address',
  'website',
  'contact_first_name',
  'contact_last_name',
  'contact_job',
  'contact_phone',
  'representative_name',
  'representative_national_id_type',
  'representative_national_id',
] as const;

/** Fields that a visitor may correct with the link of a request; not the e-mail, because the link was sent there. */
export const visitorFields: Fields = Object.fromEntries(
  visitorFieldNames.map((name) => [name, clientRegistrations.fields[name]]),
);
