import { createIdempotencyKey } from '@pauta/core';
import { useApi, useApiQuery } from '@pauta/core/react';
import { dateTimeKind } from '@pauta/domain/kinds/date.ts';
import type { Proofs } from '@pauta/domain/proofs/proof-result.ts';
import { proofRuns } from '@pauta/domain/proofs/proof-run.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useLiveChanges } from '@pauta/ui/live/use-live-changes.ts';
import { ShieldCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { InvariantList } from './invariant-list.tsx';

const whileRunning = 2000;

function Verdict({ proofs: { invariants, running_id, proved_at } }: { proofs: Proofs }): ReactElement {
  const counted = (state: string) => invariants.filter((one) => one.state === state).length;
  const [failed, errors, passed] = [counted('failed'), counted('error'), counted('passed')];
  const when = proved_at === null ? '' : ` Última prueba: ${dateTimeKind.format(proved_at, {})}`;
  if (running_id !== null)
    return (
      <Banner live>
        Se está probando: los resultados aparecen aquí a medida que llegan. Puede seguir trabajando.
      </Banner>
    );
  if (failed > 0)
    return (
      <Banner live tone="danger">
        <strong>{failed === 1 ? 'Una garantía no se cumple.' : `${failed} garantías no se cumplen.`}</strong>{' '}
        Abra su tarea, corrija los registros y pruebe otra vez.{when}
      </Banner>
    );
  if (errors > 0)
    return (
      <Banner live tone="warning">
        {errors === 1 ? 'Una garantía no se pudo probar' : `${errors} garantías no se pudieron probar`}; lo
        demás se cumple. Pruebe otra vez cuando haya menos trabajo en el sistema.{when}
      </Banner>
    );
  if (passed === 0)
    return (
      <Banner>Todavía no se ha probado nada. La primera prueba será esta noche, después de las 3:00.</Banner>
    );
  return (
    <Banner live tone="success">
      <strong>Todo lo que se prueba se cumple.</strong>
      {when}
    </Banner>
  );
}

function RunButton({
  isRunning,
  onStarted,
}: {
  isRunning: boolean;
  onStarted: () => Promise<unknown>;
}): ReactElement {
  const api = useApi();
  const may = useMay(proofRuns).permission('proofs.run');
  const [starting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    try {
      await api.post('/proof-runs/run', undefined, { idempotencyKey: createIdempotencyKey() });
      await onStarted();
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
      await onStarted();
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button
      icon={<ShieldCheck aria-hidden size={16} />}
      loading={starting || isRunning}
      onClick={() => void start()}
      tone="primary"
      {...(!may.allowed && { disabledReason: may.reason })}
    >
      {isRunning ? 'Probando' : 'Probar ahora'}
    </Button>
  );
}

function Shown(): ReactElement {
  const answer = useApiQuery<{ readonly data: Proofs }>('/proofs', {
    refreshInterval: (latest) => (latest?.data.running_id ? whileRunning : 0),
  });
  useLiveChanges(proofRuns, { onChange: () => void answer.mutate() });
  const proofs = answer.data?.data;
  return (
    <>
      <PageHeader
        actions={
          <>
            <LinkButton to={paths.list(proofRuns)}>Pruebas anteriores</LinkButton>
            <RunButton isRunning={proofs?.running_id != null} onStarted={() => answer.mutate()} />
          </>
        }
        description="Lo que Pauta garantiza a la empresa. Cada noche se vuelve a probar, registro por registro, sin cambiar nada."
        title="Pruebas de integridad"
      />
      {answer.error && !proofs && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {proofs && <Verdict proofs={proofs} />}
      <Card title="Garantías">
        {proofs ? <InvariantList invariants={proofs.invariants} /> : <Skeleton lines={12} />}
      </Card>
    </>
  );
}

/** Gestión › Pruebas de integridad: what always holds, since when, and what violates it; proving it now. */
export function ProofPage(): ReactElement {
  const may = useMay(proofRuns).permission('proofs.view');
  return (
    <Page>
      {may.allowed ? (
        <Shown />
      ) : (
        <>
          <PageHeader title="Pruebas de integridad" />
          <NoAccess title="No puede ver las pruebas de integridad">{may.reason}</NoAccess>
        </>
      )}
    </Page>
  );
}
