import { useApiQuery } from '@pauta/core/react';
import type { ProvedInvariant } from '@pauta/domain/proofs/proof-result.ts';
import { proofRuns } from '@pauta/domain/proofs/proof-run.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { InvariantList } from './invariant-list.tsx';
import { ProofPage } from './proof-page.tsx';

function Results({ run }: { run: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly ProvedInvariant[] }>(
    `/proof-runs/${run.id}/results`,
  );
  return (
    <Card title="Qué encontró">
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !data && <Skeleton lines={8} />}
      {data &&
        (data.data.length > 0 ? <InvariantList invariants={data.data} /> : <p>Todavía no hay resultados.</p>)}
    </Card>
  );
}

const Runs = resourceScreens(proofRuns, {
  list: {
    title: 'Pruebas anteriores',
    description: 'Cada prueba de integridad y lo que encontró. Se guardan 400 días.',
    actions: <LinkButton to="/gestion/pruebas">Cómo está hoy</LinkButton>,
    selectable: false,
    empty: 'Aquí aparecerá la prueba de cada noche.',
  },
  detail: { above: (run) => <Results key={`${run.id}${run.row_version}`} run={run} /> },
});

/** Gestión › Pruebas de integridad: what always holds, and earlier proofs of it. */
export function ProofScreens(): ReactElement {
  return (
    <Routes>
      <Route element={<ProofPage />} index />
      <Route element={<Runs />} path="anteriores/*" />
    </Routes>
  );
}
