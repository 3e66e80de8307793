import { lateStarts } from '@pauta/domain/implementation/late-starts/late-start.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { workOrderPhotos } from '@pauta/domain/implementation/work-orders/work-order-photo.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { useLocation } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { GuideOfSelection } from '../guide/guide-dialog.tsx';
import { viewOf, WorkOrderHead } from './work-order-head.tsx';
import { workOrderInitial } from './work-order-initial.ts';
import { WorkOrderSteps } from './work-order-steps.tsx';

// Loaded lazily, so that a list does not load its other views.
const WorkOrderViews = lazy(async () => ({
  default: (await import('./work-order-views.tsx')).WorkOrderViews,
}));

function WorkOrderList(): ReactElement {
  const view = viewOf(useLocation().search);
  if (view !== 'lista')
    return (
      <Suspense>
        <WorkOrderViews view={view} />
      </Suspense>
    );
  return (
    <ResourceList
      empty="Al firmar un contrato, cada renglón recibe su orden. Las de mantenimiento se crean a mano."
      header={<WorkOrderHead />}
      resource={workOrders}
      selectionActions={(selection) => <GuideOfSelection selection={selection} />}
      title="Implementación"
    />
  );
}

/** Implementación: the work that puts what was sold on the air. */
export const WorkOrders = resourceScreens(workOrders, {
  screens: { list: WorkOrderList },
  detail: {
    commandInitial: workOrderInitial,
    description: ({ number, client_id }) =>
      [number, (client_id as Reference | null)?.label].filter(Boolean).join(' · '),
    tabs: [
      { id: 'pasos', label: 'Pasos', content: (order) => <WorkOrderSteps order={order} /> },
      {
        id: 'fotos',
        label: 'Fotos',
        content: (order) => (
          <RelatedList
            by="work_order_id"
            empty="Aún no hay fotos. Tómelas desde «Ruta de hoy» en el teléfono, o súbalas aquí."
            of={order}
            resource={workOrderPhotos}
            title="description"
          />
        ),
      },
      {
        id: 'inicio-tardio',
        label: 'Inicio tardío',
        content: (order) => (
          <RelatedList
            by="work_order_id"
            columns={['kind', 'due_on', 'live_on', 'days_late', 'amount', 'status']}
            empty="No empezó tarde, o su tipo de orden no da nada por ello."
            of={order}
            pages
            resource={lateStarts}
            title="description"
          />
        ),
      },
    ],
  },
});
