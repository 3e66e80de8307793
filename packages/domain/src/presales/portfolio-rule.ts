import { users } from '../admin/users/user.ts';
import { clients } from '../crm/clients/client.ts';
import { choice } from '../kinds/choice.ts';
import { dateRange } from '../kinds/date-range.ts';
import { integer, money } from '../kinds/number.ts';
import { reference, references } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { currencies } from '../money/currencies.ts';
import { compareDecimals } from '../money/exact-decimal.ts';
import { conditionLimits } from '../resource/query/condition.ts';
import { readCondition, storedDictionary } from '../resource/query/condition-text.ts';
import { defineResource, type Rule } from '../resource/resource.ts';

const conditionsAreRead: Rule = ({ conditions }) => {
  if (typeof conditions !== 'string' || conditions === '') return null;
  const read = readCondition(conditions, storedDictionary(clients));
  return read.ok
    ? null
    : { conditions: [`El filtro no se entiende: ${read.errors[0]?.message ?? 'revíselo.'}`] };
};

const bandIsOrdered: Rule = ({ sales_from: from, sales_below: below }) =>
  typeof from === 'string' && typeof below === 'string' && compareDecimals(from, below) >= 0
    ? { sales_below: ['Escriba un monto mayor que el de «desde».'] }
    : null;

/** Rules that assign clients to sellers (domain §1.3). The matching rule with the lowest number decides. */
export const portfolioRules = defineResource({
  name: 'portfolio_rules',
  screen: 'prevanta/distribucion-cartera/reglas',
  label: { one: 'Regla de cartera', many: 'Reglas de cartera', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 80, required: true, sortable: true, width: 'wide' }),
    description: text('Descripción', { max: 200, width: 'full' }),
    priority: integer('Prioridad', {
      min: 1,
      max: 999,
      required: true,
      initial: 100,
      sortable: true,
      aggregate: null,
      width: 'short',
      hint: 'Decide la regla con el número más bajo que le sirve al cliente.',
    }),
    conditions: longText('Clientes', {
      max: conditionLimits.length,
      width: 'full',
      hint: 'Sin filtro vale para todos los clientes.',
    }),
    sales_from: money('Ventas de 12 meses desde', {
      currency: 'currency_code',
      sortable: false,
      aggregate: null,
      hint: 'Lo facturado al cliente en doce meses, en la moneda de la regla. Vacío, desde cero.',
    }),
    sales_below: money('Ventas de 12 meses hasta menos de', {
      currency: 'currency_code',
      sortable: false,
      aggregate: null,
      hint: 'Vacío, sin tope.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    assign_to: choice(
      'Se asignan a',
      {
        user: 'Una persona',
        round_robin: 'Un equipo, por turnos',
        least_loaded: 'Un equipo, a quien tenga menos clientes',
      },
      { required: true, initial: 'least_loaded', width: 'wide' },
    ),
    user_id: reference('Persona', () => users, {
      required: true,
      when: { field: 'assign_to', is: ['user'] },
    }),
    member_ids: references('Equipo', () => users, {
      when: { field: 'assign_to', is: ['round_robin', 'least_loaded'] },
      hint: 'Sin nadie, entre todas las personas que venden.',
    }),
    valid: dateRange('Vigencia', { hint: 'Sin fechas vale siempre.' }),
    is_active: yesNo('Activa', { initial: true }),
  },
  title: 'name',
  search: ['name'],
  order: 'priority',
  columns: [
    'priority',
    'name',
    'conditions',
    'sales_from',
    'sales_below',
    'assign_to',
    'user_id',
    'member_ids',
    'valid',
    'is_active',
  ],
  filters: ['is_active', 'assign_to', 'user_id', 'member_ids'],
  sections: [
    { label: 'Regla', fields: ['name', 'priority', 'description', 'valid', 'is_active'] },
    {
      label: 'Qué clientes y a quién',
      fields: [
        'conditions',
        'sales_from',
        'sales_below',
        'currency_code',
        'assign_to',
        'user_id',
        'member_ids',
      ],
    },
  ],
  permissions: {
    viewAll: 'portfolio.view_all',
    create: 'portfolio.rules',
    updateAll: 'portfolio.rules',
    archive: 'portfolio.rules',
    export: 'portfolio.export',
    import: 'portfolio.rules',
  },
  rules: [conditionsAreRead, bandIsOrdered],
});
