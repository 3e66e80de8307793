import { rebateAccruals } from '@pauta/domain/billing/rebates/rebate-accrual.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const ComputeRebate = lazy(async () => ({
  default: (await import('./compute-rebate.tsx')).ComputeRebate,
}));

/** Opens the dialog that calculates the rebate of an agency. */
export function ComputeRebateButton(): ReactElement {
  // Not created by a form, so that `create` of `useMay` is never allowed.
  const may = useMay(rebateAccruals).permission(rebateAccruals.permissions.create);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
        Calcular bonificación
      </Button>
      {isOpen && (
        <Suspense>
          <ComputeRebate onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
