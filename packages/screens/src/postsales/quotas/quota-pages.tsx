import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';

const Quotas = lazy(async () => ({ default: (await import('./quotas.tsx')).Quotas }));
const Placements = lazy(async () => ({ default: (await import('./placements.tsx')).Placements }));

/** PostVenta › Gestión de Cupos, and the placements below it. */
export const QuotaPages = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<Placements />} path="colocaciones/*" />
      <Route element={<Quotas />} path="*" />
    </Routes>
  </Suspense>
);
