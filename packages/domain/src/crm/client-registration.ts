import { users } from '../admin/user.ts';
import {
  clientCategories,
  clientTypes,
  countries,
  creditTerms,
  industries,
  platforms,
} from '../catalogues/catalogues.ts';
import { choice } from '../kinds/choice.ts';
import { email, phone, url } from '../kinds/contact.ts';
import { dateTime } from '../kinds/date.ts';
import { reference, references } from '../kinds/reference.ts';
import { taxId } from '../kinds/tax-id.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { defineResource } from '../resource/resource.ts';
import { clients, currencies, personKinds, taxpayerTypes } from './client.ts';
import { taxIdShapeRule } from './tax-id-rule.ts';
import { taxIdTypes } from './tax-id-types.ts';

/** Expected monthly investment, in the currency of the country; bands, because a visitor only guesses. */
export const investmentBands = {
  under_50k: 'Menos de 50,000',
  from_50k: '50,000 a 200,000',
  from_200k: '200,000 a 500,000',
  from_500k: '500,000 a 2,000,000',
  over_2m: 'Más de 2,000,000',
  unknown: 'Aún no lo sé',
} as const;

/** A request to become a client, from the public form, an employee or an event (domain §1.2, §2.4). */
export const clientRegistrations = defineResource({
  name: 'client_registrations',
  screen: 'crm/client-registrations',
  label: { one: 'Registro de cliente', many: 'Registros de clientes', gender: 'm' },
  fields: {
    folio: text('Folio', { max: 20, required: true, readOnly: true, sortable: true, width: 'short' }),
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
      },
      { required: true, readOnly: true, sortable: true, width: 'short' },
    ),
    origin: choice(
      'Origen',
      { web: 'Web', internal: 'Interno', event: 'Evento' },
      { required: true, initial: 'internal', width: 'short' },
    ),
    reviewer_id: reference('Revisor', () => users, { readOnly: true }),
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
    agency_name: text('Agencia', { max: 160 }),
    agency_tax_id: text('Identificación de la agencia', { max: 20 }),
    comments: longText('Comentarios', { max: 2000 }),
    consent: yesNo('Acepta el aviso de privacidad', { readOnly: true }),
    notice_version: text('Versión del aviso', { max: 20, readOnly: true }),
    decision_reason: longText('Motivo de la decisión', { readOnly: true }),
    decided_at: dateTime('Decidido', { readOnly: true }),
    resulting_client_id: reference('Cliente', () => clients, { readOnly: true }),
  },
  title: 'folio',
  search: ['folio', 'legal_name', 'trade_name', 'tax_id', 'contact_email'],
  order: '-received_at',
  columns: ['folio', 'received_at', 'legal_name', 'tax_id', 'status', 'origin', 'reviewer_id'],
  filters: ['status', 'reviewer_id', 'origin', 'country_id', 'industry_id', 'received_at'],
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
      label: 'Interés',
      fields: ['investment_band', 'platform_ids', 'agency_name', 'agency_tax_id', 'comments', 'origin'],
    },
  ],
  operations: ['create'],
  permissions: {
    viewAll: 'client_registrations.view_all',
    create: 'client_registrations.create',
    updateAll: 'client_registrations.review',
    archive: 'client_registrations.review',
  },
  state: 'status',
  transitions: {
    start_review: {
      label: 'Tomar en revisión',
      done: 'Registro en revisión',
      from: ['received', 'info_requested'],
      to: 'in_review',
      permission: 'client_registrations.review',
      tone: 'primary',
      explanation: 'Queda a su nombre y empieza a contar el plazo de respuesta.',
    },
    request_info: {
      label: 'Solicitar información',
      done: 'Información solicitada',
      from: ['in_review'],
      to: 'info_requested',
      permission: 'client_registrations.review',
      fields: { reason: longText('Qué falta', { max: 1000, min: 5, required: true }) },
      explanation: 'El mensaje queda en el registro; comuníquelo a la persona de contacto.',
    },
    approve: {
      label: 'Aprobar',
      done: 'Registro aprobado',
      from: ['in_review'],
      to: 'approved',
      permission: 'client_registrations.approve',
      tone: 'primary',
      explanation: 'Crea el cliente y su contacto en una sola operación.',
      fields: {
        client_code: text('Código del cliente', {
          max: 20,
          required: true,
          upperCase: true,
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
        currency_code: choice('Moneda', currencies, { required: true, initial: 'DOP' }),
        primary_sales_rep_id: reference('Vendedor', () => users, { required: true }),
        waiver_reason: longText('Motivo para aceptar la identificación sin validar', {
          max: 500,
          hint: 'Solo cuando la identificación fiscal no pasa la comprobación.',
        }),
      },
    },
    mark_duplicate: {
      label: 'Marcar como duplicado',
      done: 'Registro marcado como duplicado',
      from: ['in_review'],
      to: 'duplicate',
      permission: 'client_registrations.approve',
      fields: { client_id: reference('Cliente existente', () => clients, { required: true }) },
      explanation: 'El registro queda unido al cliente que ya existe y su contacto se agrega a ese cliente.',
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
    reopen: {
      label: 'Reabrir',
      done: 'Registro reabierto',
      from: ['rejected'],
      to: 'in_review',
      permission: 'client_registrations.reopen',
      explanation: 'Solo durante los 30 días siguientes al rechazo.',
    },
  },
  rules: [taxIdShapeRule],
});
