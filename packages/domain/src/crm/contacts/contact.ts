import { departments, jobPositions } from '../../catalogues/organization.ts';
import { choice } from '../../kinds/choice.ts';
import { email, phone, url } from '../../kinds/contact.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { type JsonRow, json } from '../../kinds/json.ts';
import { phones } from '../../kinds/phone-rows.ts';
import { reference } from '../../kinds/reference.ts';
import { repeatedRow } from '../../kinds/repeated-row.ts';
import { tags } from '../../kinds/tags.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource, type Resource, type Rule } from '../../resource/resource.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from '../clients/client.ts';
import { activityFacts } from '../follow-up/activity-facts.ts';
import { mergedElsewhere } from '../merging/merged-elsewhere.ts';

/** Roles of a contact in the company. */
export const contactRoles = {
  commercial: 'Comercial',
  billing: 'Facturación',
  purchasing: 'Compras',
  creative: 'Creativo',
  decision: 'Decisión',
  collections: 'Cobros',
} as const;

const months = {
  '01': 'Enero',
  '02': 'Febrero',
  '03': 'Marzo',
  '04': 'Abril',
  '05': 'Mayo',
  '06': 'Junio',
  '07': 'Julio',
  '08': 'Agosto',
  '09': 'Septiembre',
  '10': 'Octubre',
  '11': 'Noviembre',
  '12': 'Diciembre',
} as const;

const readEmails = (text: string): JsonRow[] =>
  text.split(/[\s,;/|]+/).map((address) => ({ email: address }));

const sayEmail = (row: JsonRow): string =>
  [
    String(row.email),
    row.is_primary === true && row.bounced !== true && '(principal)',
    row.bounced === true && (row.is_primary === true ? '(principal, rebotado)' : '(rebotado)'),
  ]
    .filter(Boolean)
    .join(' ');

const oneCompany: Rule = (values) =>
  values.client_id && values.agency_id
    ? { agency_id: ['Elija un cliente o una agencia, no los dos. La otra empresa se agrega en «Empresas».'] }
    : null;

const bornAlready: Rule = (values) =>
  typeof values.birthday === 'string' && values.birthday > new Date().toISOString().slice(0, 10)
    ? { birthday: ['La fecha de nacimiento no puede estar en el futuro.'] }
    : null;

/** Target of «Cambiar de empresa»; also an additional company of a contact. */
const destination = {
  client_id: reference('Cliente', () => clients),
  agency_id: reference('Agencia', () => agencies, { hint: 'Un cliente o una agencia, no los dos.' }),
  role: choice('Función', contactRoles, { required: true, initial: 'commercial' }),
} as const;

/** Input of the tab «Empresas» for an additional company of a contact. */
export const affiliationFields = {
  ...destination,
  from: date('Desde', { required: true }),
} as const;

/** A contact person at a client or an agency (domain §1.2). */
export const contacts = defineResource({
  name: 'contacts',
  screen: 'crm/contactos',
  label: { one: 'Contacto', many: 'Contactos', gender: 'm' },
  fields: {
    first_name: text('Nombre', { max: 80, required: true }),
    last_name: text('Apellido', { max: 80, required: true, sortable: true }),
    full_name: text('Nombre completo', {
      max: 161,
      required: true,
      readOnly: true,
      sortable: true,
      width: 'wide',
    }),
    status: choice(
      'Estado',
      { active: ['Activo', 'success'], inactive: ['Inactivo', 'neutral'] },
      { required: true, readOnly: true, initial: 'active', width: 'short' },
    ),
    client_id: reference('Cliente', () => clients),
    agency_id: reference('Agencia', () => agencies),
    role: choice('Función', contactRoles, { required: true, initial: 'commercial' }),
    company_since: date('En la empresa desde', {
      sortable: false,
      aggregate: null,
      hint: 'Si lo deja vacío, desde hoy.',
    }),
    is_main_contact: yesNo('Contacto principal de la empresa', {
      hint: 'Una sola persona de la empresa; quien lo era deja de serlo. La primera lo es siempre.',
    }),
    job_position_id: reference('Cargo', () => jobPositions),
    job_title: text('Cargo como lo dice', { max: 80 }),
    department_id: reference('Departamento', () => departments),
    phones: phones('Teléfonos', { path: '/contacts/phone-owners', of: (): Resource => contacts }),
    emails: json('Correos', {
      row: 'Correo',
      fields: {
        email: email('Correo', { required: true }),
        is_primary: yesNo('Principal'),
        bounced: yesNo('Rebotado'),
      },
      max: 10,
      main: 'is_primary',
      check: (rows) => repeatedRow(rows, 'Correo', ({ email: address }) => String(address)),
      formatRow: sayEmail,
      read: readEmails,
    }),
    primary_phone: phone('Teléfono principal', { readOnly: true, besides: ['phones'] }),
    primary_email: email('Correo principal', { readOnly: true }),
    email_bounced: yesNo('Correo rebotado', { readOnly: true }),
    preferred_channel: choice('Canal preferido', {
      call: 'Llamada',
      email: 'Correo',
      whatsapp: 'WhatsApp',
      visit: 'Visita',
    }),
    consent_marketing: yesNo('Acepta recibir publicidad'),
    consent_changed_at: dateTime('Consentimiento desde', { readOnly: true, sortable: false }),
    birthday: date('Fecha de nacimiento', { sortable: false, aggregate: null }),
    birth_month: choice('Mes de cumpleaños', months, { readOnly: true }),
    social_links: json('Redes sociales', {
      row: 'Perfil',
      fields: { url: url('Dirección', { required: true }) },
      max: 10,
      check: (rows) => repeatedRow(rows, 'Perfil', (row) => String(row.url)),
      formatRow: (row) => String(row.url).replace(/^https?:\/\//, ''),
    }),
    tags: tags('Etiquetas'),
    notes: longText('Notas'),
    last_activity_at: dateTime('Último contacto', { readOnly: true, derived: true }),
    merged_into_id: reference('Fusionado con', (): Resource => contacts, { readOnly: true }),
  },
  title: 'full_name',
  likeness: { by: { full_name: ['first_name', 'last_name'] } },
  successors: { merged_into_id: mergedElsewhere },
  search: ['full_name', 'first_name', 'last_name', 'job_title', 'primary_phone', 'primary_email'],
  columns: [
    'full_name',
    'client_id',
    'agency_id',
    'job_position_id',
    'role',
    'primary_phone',
    'primary_email',
    'last_activity_at',
    'consent_marketing',
    'status',
  ],
  filters: [
    'client_id',
    'agency_id',
    'role',
    'status',
    'primary_phone',
    'last_activity_at',
    'birth_month',
    'email_bounced',
    'consent_marketing',
    'job_position_id',
    'tags',
    'created_at',
  ],
  sections: [
    {
      label: 'Persona',
      fields: ['first_name', 'last_name', 'job_position_id', 'job_title', 'department_id', 'birthday'],
    },
    { label: 'Empresa', fields: ['client_id', 'agency_id', 'role', 'company_since', 'is_main_contact'] },
    { label: 'Cómo comunicarse', fields: ['phones', 'emails', 'preferred_channel', 'social_links'] },
    { label: 'Consentimiento y notas', fields: ['consent_marketing', 'tags', 'notes'] },
  ],
  headline: {
    identity: ['role', 'job_position_id', 'client_id', 'agency_id'],
    facts: [...activityFacts('contact_id'), 'primary_email', 'preferred_channel'],
    phoneSources: [{ rows: 'phones' }],
    wanted: ['job_position_id', 'phones', 'emails'],
  },
  state: 'status',
  rules: [oneCompany, bornAlready],
  partOf: ['client_id', 'agency_id'],
  parts: ['contact_affiliations'],
  notes: true,
  vcard: {
    fullName: 'full_name',
    firstName: 'first_name',
    lastName: 'last_name',
    organizations: ['client_id', 'agency_id'],
    title: 'job_title',
    position: 'job_position_id',
    phones: 'phones',
    emails: 'emails',
    email: 'primary_email',
    birthday: 'birthday',
    links: 'social_links',
    categories: 'tags',
    note: 'notes',
  },
  // Only contacts who consented, still belong to a company, and have a deliverable address.
  mailing: {
    query: 'f.consent_marketing=true&f.status=active&f.primary_email=!-&f.email_bounced=false',
    columns: [
      'first_name',
      'last_name',
      'primary_email',
      'client_id',
      'agency_id',
      'job_title',
      'consent_changed_at',
    ],
    once: 'primary_email',
  },
  commands: {
    move: {
      label: 'Cambiar de empresa',
      done: 'Cambio de empresa registrado',
      from: ['active', 'inactive'],
      to: 'active',
      permission: 'contacts.move',
      explanation:
        'Cierra la relación con la empresa actual y abre la nueva; la anterior queda en «Empresas».',
      fields: {
        ...destination,
        date: date('Desde cuándo', { required: true }),
        reason: longText('Motivo', { max: 500 }),
      },
    },
    withdraw_consent: {
      label: 'Dar de baja consentimiento',
      done: 'Consentimiento dado de baja',
      from: ['active', 'inactive'],
      permission: 'contacts.consent',
      explanation: 'Desde ahora no recibe publicidad; queda anotado quién lo pidió y cuándo.',
      fields: { reason: longText('Cómo lo pidió', { max: 500, required: true }) },
    },
    deactivate: {
      label: 'Marcar inactivo',
      done: 'Contacto inactivo',
      from: ['active'],
      to: 'inactive',
      permission: 'contacts.move',
      explanation: 'Para quien ya no atiende: conserva sus datos y su historia.',
    },
    reactivate: {
      label: 'Reactivar',
      done: 'Contacto activo',
      from: ['inactive'],
      to: 'active',
      permission: 'contacts.move',
    },
  },
});
