import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const PrepareRun = lazy(async () => ({ default: (await import('./prepare-run.tsx')).PrepareRun }));

/** Opens the dialog that prepares a run of billing. */
export function RunButton(): ReactElement {
  // Not created by a form, so that `create` of `useMay` is never allowed.
  const may = useMay(billingRuns).permission(billingRuns.permissions.create);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
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
