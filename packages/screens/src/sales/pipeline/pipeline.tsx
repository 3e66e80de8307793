import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Route, Routes, useLocation } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { PipelineHead, viewOf } from './pipeline-head.tsx';

// Loaded lazily, so that each view loads only its own code.
const PipelineBoard = lazy(async () => ({ default: (await import('./pipeline-board.tsx')).PipelineBoard }));
const PipelineTable = lazy(async () => ({ default: (await import('./pipeline-table.tsx')).PipelineTable }));
const PipelineForecast = lazy(async () => ({
  default: (await import('./pipeline-forecast.tsx')).PipelineForecast,
}));
const PipelineChanges = lazy(async () => ({
  default: (await import('./pipeline-changes.tsx')).PipelineChanges,
}));

const Commitments = resourceScreens(forecastSnapshots, {
  list: {
    header: <PipelineHead current="compromisos" />,
    empty: 'Guarde el compromiso de esta semana en Pronóstico.',
  },
});

function PipelineViews(): ReactElement {
  const view = viewOf(useLocation().search);
  if (view === 'tabla') return <PipelineTable />;
  return view === 'pronostico' ? <PipelineForecast /> : <PipelineBoard />;
}

const waiting = (
  <Page>
    <Card>
      <Skeleton lines={9} />
    </Card>
  </Page>
);

/** Ventas › Pipeline: open opportunities as a board and a table, the forecast, what changed, and commitments. */
export function Pipeline(): ReactElement {
  return (
    <Suspense fallback={waiting}>
      <Routes>
        <Route element={<PipelineChanges />} path="cambios/*" />
        <Route element={<Commitments />} path="compromisos/*" />
        <Route element={<PipelineViews />} path="*" />
      </Routes>
    </Suspense>
  );
}
