import { choice } from '../kinds/choice.ts';
import { decimal, percent } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import { type Catalogue, catalogue } from './catalogue.ts';
import { homeCountryBegins } from './home-country.ts';

/** Countries of ISO 3166-1 with their two-letter code, which selects the tax id rules. */
export const countries = catalogue(
  'countries',
  'paises',
  { one: 'País', many: 'Países', gender: 'm' },
  {
    iso3: text('ISO 3166-1 alfa-3', {
      max: 3,
      min: 3,
      required: true,
      unique: true,
      upperCase: true,
      width: 'short',
    }),
    numeric: text('ISO 3166-1 numérico', {
      unique: true,
      max: 3,
      min: 3,
      required: true,
      pattern: /^\d{3}$/,
      width: 'short',
    }),
    calling_code: text('Prefijo telefónico', { max: 6, pattern: /^\+\d{1,5}$/, width: 'short' }),
    currency_code: text('Moneda', { max: 3, min: 3, upperCase: true, width: 'short' }),
    tax_id_name: text('Identificación fiscal', { max: 40, hint: 'Cómo se llama, por ejemplo RNC.' }),
    tax_name: text('Nombre del impuesto', { max: 20, width: 'short', hint: 'Por ejemplo ITBIS o IVA.' }),
    tax_pct: percent('Impuesto general'),
    reduced_tax_pct: percent('Impuesto reducido'),
  },
  { hidden: ['numeric', 'reduced_tax_pct'] },
);

/** Where clients are and coverage is sold: province ▸ municipality ▸ sector, and zones of several of them. */
export const localities: Catalogue = catalogue(
  'localities',
  'localidades',
  { one: 'Localidad', many: 'Localidades', gender: 'f' },
  {
    country_id: reference('País', () => countries, { required: true, begins: homeCountryBegins }),
    parent_id: reference('Pertenece a', () => localities, { filter: { country_id: 'country_id' } }),
    level: choice(
      'Nivel',
      {
        province: 'Provincia o estado',
        municipality: 'Municipio',
        sector: 'Sector',
        zone: 'Zona de cobertura',
      },
      { required: true, initial: 'province' },
    ),
    iso_code: text('Código ISO 3166-2', { max: 6, upperCase: true, width: 'short' }),
    latitude: decimal('Latitud', { scale: 6, min: -90, max: 90 }),
    longitude: decimal('Longitud', { scale: 6, min: -180, max: 180 }),
  },
  { within: ['country_id', 'parent_id'], hidden: ['latitude', 'longitude'] },
);
