import { homeCountryBegins } from '../catalogues/home-country.ts';
import { countries } from '../catalogues/places.ts';
import { taxpayerTypes } from '../crm/clients/account-choices.ts';
import { choice, choices } from '../kinds/choice.ts';
import { dateRange } from '../kinds/date-range.ts';
import { percent } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import { defineResource } from '../resource/resource.ts';
import { financePermissions } from './finance-permissions.ts';

/** What a payer withholds from a payment, by country (domain §1.6). It is data, so that a change of law needs no release. */
export const withholdingRules = defineResource({
  name: 'withholding_rules',
  screen: 'gestion/configuracion/retenciones',
  label: { one: 'Retención', many: 'Retenciones', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 120, required: true, unique: true, sortable: true, width: 'wide' }),
    country_id: reference('País', () => countries, { required: true, begins: homeCountryBegins }),
    tax: choice('Impuesto', { itbis: 'ITBIS', isr: 'ISR' }, { required: true, width: 'short' }),
    taxpayer_types: choices('Cuando el proveedor es', taxpayerTypes, {
      required: true,
      hint: 'El tipo de contribuyente de quien cobra.',
    }),
    payer_types: choices('Cuando paga', taxpayerTypes, {
      hint: 'El tipo de contribuyente de quien paga. Sin elegir ninguno, cualquiera.',
    }),
    pct: percent('Porcentaje', { required: true }),
    base: choice(
      'Sobre',
      { tax: 'El impuesto facturado', net: 'El neto facturado' },
      { required: true, initial: 'tax' },
    ),
    valid: dateRange('Vigencia', { hint: 'Sin fechas vale siempre.' }),
    legal_basis: text('Base legal', { max: 200, width: 'wide', hint: 'La ley o norma que lo dispone.' }),
  },
  title: 'name',
  search: ['name'],
  order: 'name',
  columns: ['name', 'country_id', 'tax', 'taxpayer_types', 'payer_types', 'pct', 'base', 'valid'],
  filters: ['country_id', 'tax', 'taxpayer_types', 'payer_types', 'base', 'valid'],
  permissions: { ...financePermissions, viewAll: 'withholding_rules.view_all' },
});
