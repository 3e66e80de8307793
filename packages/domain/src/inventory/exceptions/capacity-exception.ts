import { closedRange } from '../../kinds/date-range.ts';
import { reference } from '../../kinds/reference.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { inventoryItems } from '../items/inventory-item.ts';
import { exceptionFields } from './exception-fields.ts';

/**
 * Days on which a space has another capacity than usual, with the reason: a season, a holiday, a special event, or
 * maintenance, which closes it (domain §1.7). Exceptions of one space do not overlap.
 */
export const capacityExceptions: Resource = defineResource({
  name: 'capacity_exceptions',
  screen: 'inventario/inventario/excepciones',
  label: { one: 'Excepción de capacidad', many: 'Excepciones de capacidad', gender: 'f' },
  fields: {
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true }),
    ...exceptionFields,
  },
  title: 'reason',
  search: ['reason'],
  order: '-dates',
  columns: ['inventory_item_id', 'dates', 'kind', 'capacity', 'reason'],
  filters: ['inventory_item_id', 'kind', 'dates'],
  sections: [{ label: 'Excepción', fields: ['inventory_item_id', 'dates', 'kind', 'capacity', 'reason'] }],
  permissions: {
    viewAll: 'inventory.view_all',
    create: 'inventory.update_all',
    updateAll: 'inventory.update_all',
    archive: 'inventory.update_all',
    export: 'inventory.export',
    import: 'inventory.import',
  },
  rules: [closedRange('dates')],
});
