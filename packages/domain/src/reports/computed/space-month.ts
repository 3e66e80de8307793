import { capacityUnits, inventoryCategories, platforms } from '../../catalogues/inventory.ts';
import { companies, divisions } from '../../catalogues/organization.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { decimal, integer, money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';
import { defineResource } from '../../resource/resource.ts';

const quantity = { scale: 0, required: true } as const;

/**
 * A space in a month, or in the days of it that belong to the period: what it offers, what is taken and what that was
 * sold for. Sales in another currency than the company's are rows of their own, which offer nothing. A space that contains
 * others is one row with them.
 */
export const spaceMonths = defineResource({
  name: 'space_months',
  screen: 'reportes/informes/ocupacion/filas',
  label: { one: 'Espacio en un mes', many: 'Espacios por mes', gender: 'm' },
  fields: {
    space: text('Código', { max: 30, readOnly: true, width: 'short' }),
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true }),
    month: date('Desde el día', { required: true }),
    capacity_unit: choice('Unidad', capacityUnits, { required: true, width: 'short' }),
    open_days: integer('Días que se ofrece', { required: true, min: 0 }),
    taken_days: decimal('Días ocupados', { scale: 4, required: true }),
    sold_days: decimal('Días vendidos', { scale: 4, required: true }),
    available: decimal('Unidades disponibles', quantity),
    sold: decimal('Unidades vendidas', quantity),
    held: decimal('Unidades reservadas', quantity),
    priced: decimal('Unidades de los renglones', quantity),
    net: money('Neto vendido', { currency: 'currency_code', required: true }),
    currency_code: choice('Moneda', currencies, { required: true, width: 'short' }),
    platform_id: reference('Plataforma', () => platforms, { required: true }),
    division_id: reference('División', () => divisions, { required: true }),
    company_id: reference('Compañía', () => companies, { required: true }),
    inventory_category_id: reference('Categoría', () => inventoryCategories, { required: true }),
  },
  title: 'space',
  search: [],
  searchable: false,
  order: 'month',
  operations: [],
  permissions: {
    viewAll: 'availability.view',
    create: 'inventory.create',
    updateAll: 'inventory.update_all',
    archive: 'inventory.delete',
    export: 'inventory.export',
  },
});
