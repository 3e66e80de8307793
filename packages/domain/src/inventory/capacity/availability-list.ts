import { industries } from '../../catalogues/crm.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import type { Resource } from '../../resource/resource.ts';
import { inventoryItems } from '../items/inventory-item.ts';

/**
 * Filters of the availability besides those of the list of spaces. Both depend on the period that is shown, so they are
 * not fields of a space: `GET /api/availability` alone understands them.
 */
export const periodFilters = {
  free: integer('Libre cada día', {
    min: 0,
    max: 1_000_000_000,
    sortable: false,
    aggregate: null,
    hint: 'En cada día del periodo en que el espacio se vende.',
  }),
  rival_industry_id: reference('Industria presente', () => industries, {
    hint: 'Un cliente de la industria lo tiene reservado o comprado en el periodo, o a uno que lo contiene o que contiene.',
  }),
} as const;

/**
 * The list of spaces as the availability shows it: with the filters of the period and of the audience. Its views are
 * saved under its own name.
 */
export const availabilityList: Resource = {
  ...inventoryItems,
  name: 'availability',
  screen: 'ventas/ocupacion-disponibilidad',
  fields: { ...inventoryItems.fields, ...periodFilters },
  filters: [
    'free',
    'rival_industry_id',
    'company_id',
    ...inventoryItems.filters.filter((name) => name !== 'status'),
    'target_age_ids',
    'target_gender_id',
    'target_nse_ids',
  ],
  operations: [],
};
