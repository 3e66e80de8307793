import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { AvailabilityScreen } from './availability-screen.tsx';

const lists = () => import('./lists.ts');
const Holds = lazy(async () => ({ default: (await lists()).Holds }));
const CapacityOverrides = lazy(async () => ({ default: (await lists()).CapacityOverrides }));
const Exclusivities = lazy(async () => ({ default: (await lists()).Exclusivities }));
const AvailsSheets = lazy(async () => ({ default: (await lists()).AvailsSheets }));

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
