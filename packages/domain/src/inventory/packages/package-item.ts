import { adArticles } from '../../catalogues/inventory.ts';
import { defineLines } from '../../document/document.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { decimal, integer, money, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Errors, Rule } from '../../resource/resource.ts';
import { inventoryItems } from '../items/inventory-item.ts';

const oneOf: Rule = ({ inventory_item_id, ad_article_id }): Errors | null => {
  if (isEmpty(inventory_item_id) !== isEmpty(ad_article_id)) return null;
  if (isEmpty(inventory_item_id)) return { inventory_item_id: ['Elija un espacio o un artículo.'] };
  return { ad_article_id: ['Un componente es un espacio o un artículo: deje solo uno.'] };
};

const above = (a: unknown, b: unknown): boolean =>
  !isEmpty(a) && !isEmpty(b) && compareDecimals(String(a), String(b)) > 0;

const withinLimits: Rule = ({ quantity, min_quantity, max_quantity }): Errors | null => {
  if (above(min_quantity, quantity)) return { min_quantity: ['El mínimo no puede pasar de la cantidad.'] };
  if (above(quantity, max_quantity))
    return { max_quantity: ['El máximo no puede ser menor que la cantidad.'] };
  return null;
};

/**
 * The components of a package: each a space or an article, with its share of the price. A line that sells the package
 * takes the capacity of those that are not optional, or, of a configurable package, of those that were chosen.
 */
export const packageItems = defineLines({
  name: 'package_items',
  label: { one: 'Componente', many: 'Componentes', gender: 'm' },
  title: 'description',
  columns: [
    'inventory_item_id',
    'ad_article_id',
    'description',
    'quantity',
    'units_per_day',
    'duration_sec',
    'is_optional',
    'allocation_pct',
    'allocated',
  ],
  fields: {
    inventory_item_id: reference('Espacio', () => inventoryItems),
    ad_article_id: reference('Artículo publicitario', () => adArticles),
    description: text('Detalle', { max: 160 }),
    quantity: decimal('Cantidad', { scale: 2, required: true, min: 0.01, initial: '1', aggregate: null }),
    units_per_day: integer('Por día', {
      min: 1,
      max: 100_000_000,
      aggregate: null,
      hint: 'Lo que ocupa de su espacio cada día del vuelo. Vacío: la cantidad.',
    }),
    duration_sec: integer('Duración (s)', {
      min: 1,
      max: 7200,
      aggregate: null,
      hint: 'De cada cuña, si el espacio se vende por segundos. Vacío: la de su artículo usual.',
    }),
    is_optional: yesNo('Opcional'),
    min_quantity: decimal('Mínimo', {
      scale: 2,
      min: 0.01,
      aggregate: null,
      hint: 'De un paquete configurable, lo menos que puede llevar. Vacío: la cantidad.',
    }),
    max_quantity: decimal('Máximo', {
      scale: 2,
      min: 0.01,
      aggregate: null,
      hint: 'De un paquete configurable, lo más que puede llevar. Vacío: la cantidad.',
    }),
    allocation_pct: percent('Parte del precio (%)', {
      required: true,
      initial: '0',
      aggregate: 'sum',
      hint: 'Las partes suman 100 % al publicar: dividen el ingreso entre los componentes.',
    }),
    allocated: money('Parte del precio', {
      currency: 'currency_code',
      readOnly: true,
      derived: true,
    }),
  },
  rules: [oneOf, withinLimits],
});
