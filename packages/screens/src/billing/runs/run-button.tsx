import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const PrepareRun = lazy(async () => ({ default: (await import('./prepare-run.tsx')).PrepareRun }));

/** Opens the dialog that prepares a run of billing. */
export function RunButton(): ReactElement {
  const { create } = useMay(billingRuns);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={create.allowed ? undefined : create.reason} onClick={() => setOpen(true)}>
        Nueva corrida
      </Button>
      {isOpen && (
        <Suspense>
          <PrepareRun onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
