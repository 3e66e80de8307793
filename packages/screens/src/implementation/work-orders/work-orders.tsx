import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';

/** Implementación: the work that puts what was sold on the air. */
export const WorkOrders = resourceScreens(workOrders, {
  list: {
    title: 'Implementación',
    description: 'El trabajo que pone al aire lo vendido: quién lo hace, cuándo y qué lo impide.',
  },
  detail: {
    description: ({ number, client_id }) =>
      [number, (client_id as Reference | null)?.label].filter(Boolean).join(' · '),
  },
});
