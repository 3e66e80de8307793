import { exclusivities } from '@pauta/domain/inventory/exclusivities/exclusivity.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Ventas › Ocupación y Disponibilidad › Exclusividades. */
export const Exclusivities = resourceScreens(exclusivities, {
  list: {
    description:
      'Dónde y cuándo un cliente es el único de su industria. Las reservas y ventas de sus competidores ahí se rechazan.',
  },
  detail: { description: ({ client_id }) => (client_id as Reference | null)?.label },
});
