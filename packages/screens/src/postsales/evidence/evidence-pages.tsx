import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';

const EvidenceReports = lazy(async () => ({
  default: (await import('./evidence-reports.tsx')).EvidenceReports,
}));
const EvidenceObjections = lazy(async () => ({
  default: (await import('./evidence-reports.tsx')).EvidenceObjections,
}));
const AirLogs = lazy(async () => ({ default: (await import('../air-logs/air-logs.tsx')).AirLogs }));
const LoggedSpots = lazy(async () => ({ default: (await import('../air-logs/air-logs.tsx')).LoggedSpots }));

/** PostVenta › Reportes de Evidencias, and the air logs below it. */
export const EvidencePages = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<EvidenceObjections />} path="objeciones/*" />
      <Route element={<LoggedSpots />} path="logs/filas/*" />
      <Route element={<AirLogs />} path="logs/*" />
      <Route element={<EvidenceReports />} path="*" />
    </Routes>
  </Suspense>
);
