import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const PrepareSettlement = lazy(async () => ({
  default: (await import('./prepare-settlement.tsx')).PrepareSettlement,
}));

/** Opens the dialog that settles what is due of a beneficiary. */
export function SettleButton(): ReactElement {
  const { create } = useMay(commissionSettlements);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={create.allowed ? undefined : create.reason} onClick={() => setOpen(true)}>
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
