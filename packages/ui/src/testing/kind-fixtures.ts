import { industries } from '@pauta/domain/catalogues/crm.ts';
import { choice, choices } from '@pauta/domain/kinds/choice.ts';
import { email, phone, url } from '@pauta/domain/kinds/contact.ts';
import { date, dateTime } from '@pauta/domain/kinds/date.ts';
import { dateRange } from '@pauta/domain/kinds/date-range.ts';
import { file } from '@pauta/domain/kinds/file.ts';
import { json } from '@pauta/domain/kinds/json.ts';
import type { Field, KindName } from '@pauta/domain/kinds/kind.ts';
import { location } from '@pauta/domain/kinds/location.ts';
import { decimal, integer, money, percent } from '@pauta/domain/kinds/number.ts';
import { reference, references } from '@pauta/domain/kinds/reference.ts';
import { tags } from '@pauta/domain/kinds/tags.ts';
import { taxId } from '@pauta/domain/kinds/tax-id.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { time } from '@pauta/domain/kinds/time.ts';
import { yesNo } from '@pauta/domain/kinds/yes-no.ts';
import { clientOptions } from './client-fixtures.ts';

const states = {
  active: ['Activo', 'success'],
  in_review: ['En revisión', 'warning'],
  blocked: ['Bloqueado', 'danger'],
} as const;

/** A field of each kind and a value of it. */
export const kindFixtures: Readonly<Record<KindName, { readonly field: Field; readonly value: unknown }>> = {
  text: { field: text('Razón social', { max: 160 }), value: 'Óptica Ñandú, S. R. L.' },
  longText: { field: longText('Notas'), value: 'Llamar por la mañana.\nPrefiere correo.' },
  integer: { field: integer('Días'), value: 30 },
  decimal: { field: decimal('Latitud', { scale: 6 }), value: '18.486058' },
  percent: { field: percent('Descuento'), value: '12.5000' },
  money: { field: money('Límite de crédito', { currency: 'currency_code' }), value: '1250000.50' },
  yesNo: { field: yesNo('Exento'), value: true },
  date: { field: date('Vigente hasta'), value: '2026-03-09' },
  dateRange: { field: dateRange('Vigencia'), value: { from: '2026-03-01', to: '2026-03-31' } },
  time: { field: time('Empieza'), value: '18:30' },
  dateTime: { field: dateTime('Recibido'), value: '2026-03-09T14:30:00.000Z' },
  choice: { field: choice('Estado', states), value: 'in_review' },
  choices: { field: choices('Días', { mon: 'Lunes', tue: 'Martes' }), value: ['mon', 'tue'] },
  reference: { field: reference('Industria', () => industries), value: clientOptions.industries[0] },
  references: {
    field: references('Industrias', () => industries),
    value: clientOptions.industries.slice(0, 2),
  },
  email: { field: email('Correo'), value: 'ana@empresa.com' },
  phone: { field: phone('Teléfono'), value: '+18095550100' },
  url: { field: url('Sitio web'), value: 'https://www.empresa.com' },
  taxId: {
    field: taxId('Identificación fiscal', { country: 'country_id', type: 'tax_id_type' }),
    value: '131246796',
  },
  tags: { field: tags('Etiquetas'), value: ['Radio', 'Prioritario'] },
  file: {
    field: file('Documento'),
    value: {
      id: '01900000-0000-7000-8000-000000000001',
      name: 'exencion.pdf',
      mime: 'application/pdf',
      bytes: 482_133,
    },
  },
  location: {
    field: location('Ubicación', { latitude: 'latitude', longitude: 'longitude' }),
    value: '18.486058, -69.931212',
  },
  json: {
    field: json('Cuotas', {
      row: 'Cuota',
      fields: { pct: percent('Parte', { required: true }), days: integer('Días', { required: true }) },
      formatRow: ({ pct, days }) => `${Number(pct)} % a ${days} días`,
    }),
    value: [
      { pct: '50.0000', days: 0 },
      { pct: '50.0000', days: 30 },
    ],
  },
};

/** Values of other fields that some kinds read. */
export const kindRecord = {
  currency_code: 'DOP',
  country_id: clientOptions.countries[0],
  tax_id_type: 'RNC',
};
