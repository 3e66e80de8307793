import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { GeneralSettings } from './settings.tsx';

// Loaded lazily, so that the settings do not load lists.
const ParameterScreens = lazy(async () => ({
  default: (await import('./parameter-screens.tsx')).ParameterScreens,
}));

/** Gestión › Configuración General: the settings, and below them the lists of parameters. */
export function SettingsPages(): ReactElement {
  return (
    <Routes>
      <Route element={<GeneralSettings />} index />
      <Route
        element={
          <Suspense>
            <ParameterScreens />
          </Suspense>
        }
        path="*"
      />
    </Routes>
  );
}
