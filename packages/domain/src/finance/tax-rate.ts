import { dateRange } from '../kinds/date-range.ts';
import { percent } from '../kinds/number.ts';
import { text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { defineResource } from '../resource/resource.ts';
import { financePermissions } from './finance-permissions.ts';

/**
 * Rates of the sales tax. One code has one rate on a day, and at most one rate is the default of a day
 * (`0044_finance.sql`); which one applies to a sale is {@link taxRateFor} in `applicable-tax-rate.ts`.
 */
export const taxRates = defineResource({
  name: 'tax_rates',
  screen: 'gestion/configuracion/impuestos',
  label: { one: 'Impuesto', many: 'Impuestos', gender: 'm' },
  fields: {
    code: text('Código', {
      max: 20,
      required: true,
      upperCase: true,
      sortable: true,
      width: 'short',
      hint: 'Se repite solo en otra vigencia.',
    }),
    name: text('Nombre', { max: 80, required: true, sortable: true, width: 'wide' }),
    is_exempt: yesNo('Exento', { hint: 'Lo que lleva este impuesto no paga: su tasa es 0 %.' }),
    pct: percent('Tasa', {
      required: true,
      initial: '0.0000',
      when: { field: 'is_exempt', is: [false] },
    }),
    is_default: yesNo('Habitual', {
      hint: 'El que se aplica cuando ni el artículo ni la compañía tienen otro. Solo uno cada día.',
    }),
    valid: dateRange('Vigencia', { hint: 'Sin fechas vale siempre.' }),
    legal_basis: text('Base legal', { max: 200, width: 'wide', hint: 'La ley o norma que lo dispone.' }),
  },
  title: 'name',
  search: ['code', 'name'],
  order: 'code',
  columns: ['code', 'name', 'pct', 'is_exempt', 'is_default', 'valid'],
  brief: ['code', 'pct', 'valid'],
  filters: ['is_exempt', 'is_default', 'valid'],
  permissions: { ...financePermissions, viewAll: null },
});
