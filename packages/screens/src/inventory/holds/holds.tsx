import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { holdCells } from './hold-status-cell.tsx';

/** Ventas › Ocupación y Disponibilidad › Reservas. */
export const Holds = resourceScreens(holds, {
  cells: holdCells,
  list: { description: 'Espacios apartados para un cliente hasta una fecha. Al vencer quedan libres.' },
  detail: {
    description: ({ client_id }) => (client_id as Reference | null)?.label,
  },
});
