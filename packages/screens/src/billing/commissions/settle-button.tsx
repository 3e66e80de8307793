import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const PrepareSettlement = lazy(async () => ({
  default: (await import('./prepare-settlement.tsx')).PrepareSettlement,
}));

/** Opens the dialog that settles what is due of a beneficiary. */
export function SettleButton(): ReactElement {
  // Not created by a form, so that `create` of `useMay` is never allowed.
  const may = useMay(commissionSettlements).permission(commissionSettlements.permissions.create);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
        Liquidar comisiones
      </Button>
      {isOpen && (
        <Suspense>
          <PrepareSettlement onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
