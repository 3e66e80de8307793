import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { AvailabilityScreen } from './availability-screen.tsx';

const Holds = lazy(async () => ({ default: (await import('../holds/holds.tsx')).Holds }));

/** Ventas › Ocupación y Disponibilidad, and the holds below it. */
export const Availability = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<AvailabilityScreen />} index />
      <Route element={<Holds />} path="reservas/*" />
    </Routes>
  </Suspense>
);
