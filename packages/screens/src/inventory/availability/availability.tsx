import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { AvailabilityScreen } from './availability-screen.tsx';

const Holds = lazy(async () => ({ default: (await import('../holds/holds.tsx')).Holds }));
const AvailsSheets = lazy(async () => ({
  default: (await import('../avails/avails-sheets.tsx')).AvailsSheets,
}));

const CapacityOverrides = lazy(async () => ({
  default: (await import('../overrides/capacity-overrides.tsx')).CapacityOverrides,
}));
const Exclusivities = lazy(async () => ({
  default: (await import('../exclusivities/exclusivities.tsx')).Exclusivities,
}));

/** Ventas › Ocupación y Disponibilidad, and the holds, overrides, exclusivities and shared sheets below it. */
export const Availability = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<AvailabilityScreen />} index />
      <Route element={<Holds />} path="reservas/*" />
      <Route element={<CapacityOverrides />} path="sobrecapacidad/*" />
      <Route element={<Exclusivities />} path="exclusividades/*" />
      <Route element={<AvailsSheets />} path="hojas/*" />
    </Routes>
  </Suspense>
);
