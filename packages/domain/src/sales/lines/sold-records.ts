import { taxRates } from '../../finance/tax-rate.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { packages } from '../../inventory/packages/package.ts';
import type { SaleTargets } from './sale-line.ts';

/** The records that sale lines refer to. */
export const soldRecords: SaleTargets = {
  inventoryItems: () => inventoryItems,
  packages: () => packages,
  taxRates: () => taxRates,
};
