import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { AvailabilityScreen } from './availability-screen.tsx';

const Holds = lazy(async () => ({ default: (await import('../holds/holds.tsx')).Holds }));

const CapacityOverrides = lazy(async () => ({
  default: (await import('../overrides/capacity-overrides.tsx')).CapacityOverrides,
}));
const Exclusivities = lazy(async () => ({
  default: (await import('../exclusivities/exclusivities.tsx')).Exclusivities,
}));

/** Ventas › Ocupación y Disponibilidad, and the holds, overrides and exclusivities below it. */
export const Availability = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<AvailabilityScreen />} index />
      <Route element={<Holds />} path="reservas/*" />
      <Route element={<CapacityOverrides />} path="sobrecapacidad/*" />
      <Route element={<Exclusivities />} path="exclusividades/*" />
    </Routes>
  </Suspense>
);
