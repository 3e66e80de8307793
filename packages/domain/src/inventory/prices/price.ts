import { adArticles, inventoryCategories, saleUnits } from '../../catalogues/inventory.ts';
import { defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { decimal } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Rule } from '../../resource/resource.ts';
import { inventoryItems } from '../items/inventory-item.ts';

/** The columns of which a price fills exactly one: what it is the price of, from the most to the least specific. */
export const priceTargets = ['inventory_item_id', 'ad_article_id', 'inventory_category_id'] as const;

const oneTarget: Rule = (values) => {
  const given = priceTargets.filter((name) => !isEmpty(values[name]));
  if (given.length === 1) return null;
  return given.length === 0
    ? { inventory_item_id: ['Elija un espacio, un artículo o una categoría.'] }
    : Object.fromEntries(
        given
          .slice(1)
          .map((name) => [
            name,
            ['Un precio es de un espacio, de un artículo o de una categoría: deje solo uno.'],
          ]),
      );
};

const floorBelow: Rule = ({ floor_price, unit_price }) =>
  !isEmpty(floor_price) &&
  !isEmpty(unit_price) &&
  compareDecimals(String(floor_price), String(unit_price)) > 0
    ? { floor_price: ['El precio mínimo no puede pasar del precio.'] }
    : null;

/** The prices of a list: each of a space, of an article or of a category, from a quantity on (domain §1.7). */
export const prices = defineLines({
  name: 'prices',
  label: { one: 'Precio', many: 'Precios', gender: 'm' },
  title: 'subject',
  search: ['subject'],
  columns: ['subject', 'unit', 'unit_price', 'floor_price', 'min_qty'],
  fields: {
    // Set by a trigger, so that the search and the names of the rows need not look up three tables.
    subject: text('Precio de', { max: 200, readOnly: true, derived: true }),
    inventory_item_id: reference('Espacio', () => inventoryItems),
    ad_article_id: reference('Artículo publicitario', () => adArticles),
    inventory_category_id: reference('Categoría de inventario', () => inventoryCategories),
    unit: choice('Unidad', saleUnits, { required: true, initial: 'spot', sortable: true, width: 'short' }),
    unit_price: decimal('Precio', { scale: 6, required: true, min: 0, sortable: true, aggregate: null }),
    floor_price: decimal('Precio mínimo', {
      scale: 6,
      min: 0,
      aggregate: null,
      hint: 'Vender por debajo pide aprobación.',
    }),
    min_qty: decimal('Desde cantidad', {
      scale: 2,
      required: true,
      min: 0,
      initial: '1',
      sortable: true,
      aggregate: null,
      hint: 'Con 1 vale para cualquier cantidad.',
    }),
  },
  rules: [oneTarget, floorBelow],
});
