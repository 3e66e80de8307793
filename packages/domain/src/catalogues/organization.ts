import { users } from '../admin/users/user.ts';
import { taxpayerTypes } from '../crm/clients/account-choices.ts';
import { taxRates } from '../finance/tax-rate.ts';
import { choice } from '../kinds/choice.ts';
import { email, phone, url } from '../kinds/contact.ts';
import { file } from '../kinds/file.ts';
import { json } from '../kinds/json.ts';
import { integer } from '../kinds/number.ts';
import { reference, references } from '../kinds/reference.ts';
import { tags } from '../kinds/tags.ts';
import { taxId } from '../kinds/tax-id.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { currencies } from '../money/currencies.ts';
import { taxIdRule } from '../tax-id/tax-id-rule.ts';
import { taxIdTypes } from '../tax-id/tax-id-types.ts';
import { type Catalogue, catalogue } from './catalogue.ts';
import { color } from './choices.ts';
import { homeCountryBegins } from './home-country.ts';
import { countries, localities } from './places.ts';

/** Own legal entities that issue invoices. */
export const companies = catalogue(
  'companies',
  'companias',
  { one: 'Compañía', many: 'Compañías', gender: 'f' },
  {
    legal_name: text('Razón social', { max: 160, width: 'wide' }),
    country_id: reference('País', () => countries, { required: true, begins: homeCountryBegins }),
    tax_id_type: choice('Tipo de identificación', taxIdTypes, {
      required: true,
      initial: 'RNC',
      width: 'short',
    }),
    tax_id: taxId('Identificación fiscal', {
      country: 'country_id',
      type: 'tax_id_type',
      hint: 'Necesaria antes de emitir facturas.',
    }),
    taxpayer_type: choice('Tipo de contribuyente', taxpayerTypes, {
      required: true,
      initial: 'taxpayer',
      hint: 'De él depende lo que quien paga retiene.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    tax_rate_id: reference('Impuesto', () => taxRates, { hint: 'Vacío: el habitual de ese día.' }),
    address: longText('Dirección', { max: 300 }),
    phone: phone('Teléfono'),
    email: email('Correo'),
    website: url('Sitio web'),
    logo: file('Logotipo', { accept: ['image/png', 'image/jpeg'] }),
    evidence_silence_days: integer('Evidencias por silencio (días)', {
      min: 0,
      max: 90,
      sortable: false,
      aggregate: null,
      hint: 'Días sin respuesta del cliente tras los cuales un reporte de evidencias se da por aceptado. 0: nunca. Vacío: lo que diga la configuración.',
    }),
  },
  {
    rules: [taxIdRule],
    keys: ['code', 'email'],
    likeness: { by: { legal_name: ['legal_name'] } },
    hidden: ['tax_id_type', 'taxpayer_type', 'phone', 'email', 'website', 'evidence_silence_days'],
  },
);

/** Business units of a company: television, radio… */
export const divisions = catalogue(
  'divisions',
  'divisiones',
  { one: 'División', many: 'Divisiones', gender: 'f' },
  {
    company_id: reference('Compañía', () => companies, { required: true }),
    manager_id: reference('Responsable', () => users),
    color: color(),
  },
  { within: ['company_id'] },
);

/** Parts of a division: a channel, a station, a title, a circuit. */
export const subdivisions = catalogue(
  'subdivisions',
  'subdivisiones',
  { one: 'Subdivisión', many: 'Subdivisiones', gender: 'f' },
  {
    division_id: reference('División', () => divisions, { required: true }),
    kind: choice(
      'Clase',
      {
        channel: 'Canal',
        station: 'Emisora',
        publication: 'Publicación',
        ooh_circuit: 'Circuito exterior',
        site: 'Sitio o app',
        event: 'Evento',
      },
      { required: true, initial: 'channel' },
    ),
    frequency: text('Frecuencia', { max: 20, width: 'short', placeholder: '95.7 FM' }),
    call_sign: text('Distintivo', { max: 20, width: 'short' }),
    locality_ids: references('Cobertura', () => localities),
  },
  { within: ['division_id'] },
);

/** Departments of the company and of clients. */
export const departments: Catalogue = catalogue(
  'departments',
  'departamentos',
  { one: 'Departamento', many: 'Departamentos', gender: 'm' },
  {
    parent_id: reference('Pertenece a', () => departments),
    company_id: reference('Compañía', () => companies),
  },
  { within: ['company_id', 'parent_id'] },
);

/** Job positions, of contacts and of staff. */
export const jobPositions = catalogue(
  'job_positions',
  'cargos',
  { one: 'Cargo', many: 'Cargos', gender: 'm' },
  {
    level: choice('Nivel', {
      director: 'Dirección',
      manager: 'Gerencia',
      coordinator: 'Coordinación',
      specialist: 'Especialidad',
      assistant: 'Asistencia',
    }),
    decision_level: choice('En la compra', {
      decides: 'Decide',
      influences: 'Influye',
      executes: 'Ejecuta',
      none: 'No participa',
    }),
  },
);

/** Months of the year, for the grids of plans and budgets. */
export const months = catalogue(
  'months',
  'meses',
  { one: 'Mes', many: 'Meses', gender: 'm' },
  {
    number: integer('Número', { min: 1, max: 12, required: true, readOnly: true }),
    abbreviation: text('Abreviatura', { max: 4, required: true, upperCase: true, width: 'short' }),
    quarter: integer('Trimestre', { min: 1, max: 4, required: true, readOnly: true }),
    broadcast_weeks: integer('Semanas de emisión', { min: 4, max: 5 }),
    working_days: json('Días laborables', {
      row: 'Año',
      fields: {
        year: integer('Año', { min: 2000, max: 2100, required: true }),
        days: integer('Días', { min: 0, max: 31, required: true }),
      },
      formatRow: ({ year, days }) => `${year}: ${days}`,
      check: (rows) =>
        new Set(rows.map(({ year }) => year)).size < rows.length ? 'Indique cada año una sola vez.' : null,
    }),
  },
  { fixed: true },
);

/** Days of the week (ISO 8601), for patterns of placements. */
export const weekdays = catalogue(
  'weekdays',
  'dias',
  { one: 'Día', many: 'Días', gender: 'm' },
  {
    number: integer('Número ISO', { min: 1, max: 7, required: true, readOnly: true }),
    abbreviation: text('Abreviatura', { max: 3, required: true, upperCase: true, width: 'short' }),
    is_weekend: yesNo('Es fin de semana'),
  },
  { fixed: true },
);

/** File types accepted for each purpose. */
export const fileTypes = catalogue(
  'file_types',
  'tipos-archivos',
  { one: 'Tipo de archivo', many: 'Tipos de archivos', gender: 'm' },
  {
    use: choice(
      'Uso',
      {
        document: 'Documento',
        tv_material: 'Material de TV',
        radio_material: 'Material de radio',
        artwork: 'Arte',
        evidence: 'Evidencia',
        photo: 'Foto',
      },
      { required: true, initial: 'document' },
    ),
    extensions: tags('Extensiones', {
      required: true,
      initial: undefined,
      hint: 'Sin punto, por ejemplo pdf.',
    }),
    mimes: tags('Tipos MIME', { longest: 100, hint: 'Por ejemplo application/pdf.' }),
    max_mb: integer('Tamaño máximo (MB)', { min: 1, max: 10_240, required: true, initial: 20 }),
    scan: yesNo('Buscar virus', { initial: true }),
  },
  {
    rules: [
      ({ extensions }) =>
        ((extensions ?? []) as readonly string[]).every((one) => /^[a-z0-9]{1,10}$/.test(one))
          ? null
          : { extensions: ['Use solo letras minúsculas y números, sin punto: pdf, mp4.'] },
      ({ mimes }) =>
        ((mimes ?? []) as readonly string[]).every((one) => /^[a-z]+\/[a-z0-9.+*-]+$/.test(one))
          ? null
          : { mimes: ['Escriba tipos como application/pdf o image/*.'] },
    ],
    hidden: ['mimes'],
  },
);
