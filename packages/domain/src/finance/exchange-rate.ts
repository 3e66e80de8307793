import { choice } from '../kinds/choice.ts';
import { date } from '../kinds/date.ts';
import { decimal } from '../kinds/number.ts';
import { text } from '../kinds/text.ts';
import { currencies } from '../money/currencies.ts';
import { defineResource, type Rule } from '../resource/resource.ts';
import { financePermissions } from './finance-permissions.ts';

const twoCurrencies: Rule = ({ from_currency, to_currency }) =>
  from_currency === to_currency ? { to_currency: ['Elija otra moneda que la primera.'] } : null;

/** The published exchange rate of a day, in one direction; the opposite direction is a rate of its own. */
export const exchangeRates = defineResource({
  name: 'exchange_rates',
  screen: 'gestion/configuracion/tasas-de-cambio',
  label: { one: 'Tasa de cambio', many: 'Tasas de cambio', gender: 'f' },
  fields: {
    from_currency: choice('De', currencies, { required: true, initial: 'USD', width: 'short' }),
    to_currency: choice('A', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    on_date: date('Día', { required: true }),
    rate: decimal('Tasa', {
      scale: 6,
      min: 0.000001,
      required: true,
      aggregate: null,
      hint: 'Cuánto vale una unidad de la primera moneda en la segunda.',
    }),
    source: text('Fuente', { max: 80, hint: 'Quién la publicó, por ejemplo el Banco Central.' }),
    name: text('Tasa de cambio', { max: 40, required: true, readOnly: true, derived: true }),
  },
  title: 'name',
  search: ['name'],
  order: '-on_date',
  columns: ['on_date', 'from_currency', 'to_currency', 'rate', 'source'],
  filters: ['from_currency', 'to_currency', 'on_date'],
  sections: [{ label: 'Tasa', fields: ['from_currency', 'to_currency', 'on_date', 'rate', 'source'] }],
  permissions: { ...financePermissions, viewAll: null },
  rules: [twoCurrencies],
});
