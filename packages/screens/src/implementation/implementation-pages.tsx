import { workCrews } from '@pauta/domain/implementation/crews/work-crew.ts';
import { lateStarts } from '@pauta/domain/implementation/late-starts/late-start.ts';
import { workChecklists } from '@pauta/domain/implementation/work-orders/work-checklist.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { WorkOrders } from './work-orders/work-orders.tsx';

const RoutePage = lazy(async () => ({ default: (await import('./route/route-page.tsx')).RoutePage }));

const Crews = resourceScreens(workCrews, {
  list: {
    description: 'Quiénes instalan, retiran y mantienen: sus integrantes ven su ruta del día en el teléfono.',
    empty: 'Aún no hay cuadrillas. Cree la primera con sus integrantes o su proveedor.',
  },
});

const Checklists = resourceScreens(workChecklists, {
  list: { description: 'Los pasos que copia cada orden nueva, y lo que se da al cliente si empieza tarde.' },
});

const LateStarts = resourceScreens(lateStarts, {
  list: {
    description: 'Lo que salió al aire después de su fecha, y lo que se propone dar al cliente por ello.',
    empty: 'Nada empezó tarde.',
  },
  detail: { description: ({ client_id }) => (client_id as Reference | null)?.label },
});

/** Implementación: orders, the route of a crew, and what they are set up with. */
export const ImplementationPages = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<RoutePage />} path="ruta" />
      <Route element={<Crews />} path="cuadrillas/*" />
      <Route element={<Checklists />} path="listas/*" />
      <Route element={<LateStarts />} path="tardias/*" />
      <Route element={<WorkOrders />} path="*" />
    </Routes>
  </Suspense>
);
