import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';

const Quotas = lazy(async () => ({ default: (await import('./quotas.tsx')).Quotas }));
const Placements = lazy(async () => ({ default: (await import('./placements.tsx')).Placements }));
const TrafficScreen = lazy(async () => ({
  default: (await import('../traffic/traffic-screen.tsx')).TrafficScreen,
}));

const PlacingPlans = lazy(async () => ({
  default: (await import('../placing/placing-plans.tsx')).PlacingPlans,
}));
const MakegoodOffers = lazy(async () => ({
  default: (await import('../makegoods/makegood-offers.tsx')).MakegoodOffers,
}));
const SpecialDays = lazy(async () => ({
  default: (await import('../special-days/special-days.tsx')).SpecialDays,
}));

/** PostVenta › Gestión de Cupos, and the placements and the traffic below it. */
export const QuotaPages = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<Placements />} path="colocaciones/*" />
      <Route element={<MakegoodOffers />} path="compensaciones/*" />
      <Route element={<SpecialDays />} path="dias-especiales/*" />
      <Route element={<PlacingPlans />} path="planes/*" />
      <Route element={<TrafficScreen />} path="trafico" />
      <Route element={<Quotas />} path="*" />
    </Routes>
  </Suspense>
);
