import { capacityOverrides } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Ventas › Ocupación y Disponibilidad › Sobrecapacidad. */
export const CapacityOverrides = resourceScreens(capacityOverrides, {
  list: {
    title: 'Sobrecapacidad',
    description:
      'Lo que se puede vender por encima de la capacidad de un espacio: con motivo, límite y fin, y decidido por otra persona.',
  },
  detail: { description: ({ inventory_item_id }) => (inventory_item_id as Reference | null)?.label },
});
