import { capacityExceptions } from '@pauta/domain/inventory/exceptions/capacity-exception.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Inventario › Inventario › Excepciones. */
export const CapacityExceptions = resourceScreens(capacityExceptions, {
  list: {
    description:
      'Los días en que un espacio tiene otra capacidad: temporada, feriado, evento o mantenimiento.',
  },
});
