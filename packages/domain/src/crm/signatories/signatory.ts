import { homeCountryBegins } from '../../catalogues/home-country.ts';
import { companies, jobPositions } from '../../catalogues/organization.ts';
import { countries } from '../../catalogues/places.ts';
import { choice } from '../../kinds/choice.ts';
import { email, phone } from '../../kinds/contact.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { taxId } from '../../kinds/tax-id.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource, type Rule } from '../../resource/resource.ts';
import { taxIdRuleOf } from '../../tax-id/tax-id-rule.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from '../clients/client.ts';

/** The represented party: exactly one of these. */
export const signatoryOwners = ['client_id', 'agency_id', 'company_id'] as const;

/** A signatory belongs to exactly one client, agency or own company. */
export const oneOwner: Rule = (values) =>
  signatoryOwners.filter((name) => values[name]).length === 1
    ? null
    : {
        client_id: [
          'Indique por quién firma: un cliente, una agencia o una compañía propia, solo uno de los tres.',
        ],
      };

/** Documents that prove who may sign. */
export const nationalIdTypes = { CEDULA: 'Cédula', PASAPORTE: 'Pasaporte', OTRO: 'Otro' } as const;

/** In which capacity a person signs. */
export const signingCapacities = {
  legal_representative: 'Representante legal',
  attorney: 'Apoderado',
  manager: 'Gerente',
  witness: 'Testigo',
} as const;

/** A person who may sign contracts for a client, an agency or an own company, with their powers (domain §1.2). */
export const signatories = defineResource({
  name: 'signatories',
  screen: 'crm/agencias/firmantes',
  label: { one: 'Firmante', many: 'Firmantes', gender: 'm' },
  fields: {
    client_id: reference('Cliente', () => clients),
    agency_id: reference('Agencia', () => agencies),
    company_id: reference('Compañía propia', () => companies),
    full_name: text('Nombre completo', { max: 120, required: true, sortable: true, width: 'wide' }),
    country_id: reference('País del documento', () => countries, {
      required: true,
      begins: homeCountryBegins,
    }),
    national_id_type: choice('Documento', nationalIdTypes, {
      required: true,
      initial: 'CEDULA',
      width: 'short',
    }),
    national_id: taxId('Número del documento', {
      country: 'country_id',
      type: 'national_id_type',
      required: true,
      hint: 'Con o sin guiones; se comprueba el dígito verificador.',
    }),
    job_position_id: reference('Cargo', () => jobPositions, { required: true }),
    capacity: choice('Firma como', signingCapacities, { required: true }),
    power_document: file('Poder', {
      when: { field: 'capacity', is: ['attorney'] },
      required: true,
      hint: 'El documento que lo faculta para firmar.',
    }),
    registry_no: text('Registro mercantil', { max: 40, width: 'short' }),
    valid: dateRange('Vigencia', { required: true, expiry: 'ends_on' }),
    max_amount: money('Monto máximo', {
      currency: 'currency_code',
      min: 0,
      hint: 'Hasta qué monto puede firmar. Vacío: sin límite.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    sign_mode: choice(
      'Firma',
      { individual: 'Individual', joint: 'Conjunta' },
      { required: true, initial: 'individual', width: 'short' },
    ),
    joint_group: text('Grupo de firma conjunta', {
      max: 40,
      required: true,
      when: { field: 'sign_mode', is: ['joint'] },
      placeholder: 'Ej: A',
      hint: 'Firman juntos todos los del mismo grupo.',
    }),
    email: email('Correo'),
    phone: phone('Teléfono'),
    signature_image: file('Imagen de la firma', { accept: ['image/png', 'image/jpeg'] }),
    is_default: yesNo('Habitual', { hint: 'El que se propone al preparar un contrato.' }),
    ends_on: date('Último día', { readOnly: true }),
    notes: longText('Notas'),
  },
  title: 'full_name',
  keys: ['email'],
  search: ['full_name', 'national_id', 'email', 'phone'],
  order: 'full_name',
  columns: [
    'full_name',
    'client_id',
    'agency_id',
    'company_id',
    'job_position_id',
    'capacity',
    'valid',
    'max_amount',
    'sign_mode',
    'joint_group',
    'is_default',
  ],
  filters: [
    'client_id',
    'agency_id',
    'company_id',
    'capacity',
    'sign_mode',
    'valid',
    'ends_on',
    'is_default',
  ],
  sections: [
    { label: 'Por quién firma', fields: ['client_id', 'agency_id', 'company_id'] },
    {
      label: 'Persona',
      fields: [
        'full_name',
        'country_id',
        'national_id_type',
        'national_id',
        'job_position_id',
        'email',
        'phone',
        'signature_image',
      ],
    },
    {
      label: 'Poderes',
      fields: [
        'capacity',
        'power_document',
        'registry_no',
        'valid',
        'max_amount',
        'currency_code',
        'sign_mode',
        'joint_group',
        'is_default',
      ],
    },
    { label: 'Notas', fields: ['notes'] },
  ],
  partOf: ['client_id', 'agency_id'],
  // Without `import`: no field identifies a signatory across rows.
  permissions: {
    viewAll: 'signatories.view_all',
    viewTeam: 'signatories.view_team',
    viewOwn: 'signatories.view_own',
    create: 'signatories.create',
    updateAll: 'signatories.update_all',
    updateOwn: 'signatories.update_own',
    archive: 'signatories.delete',
    export: 'signatories.export',
  },
  rules: [taxIdRuleOf({ country: 'country_id', type: 'national_id_type', number: 'national_id' })],
});
