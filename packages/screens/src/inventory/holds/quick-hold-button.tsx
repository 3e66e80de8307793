import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const QuickHold = lazy(async () => ({ default: (await import('./quick-hold.tsx')).QuickHold }));

/** Opens a dialog in which a hold is typed in one line. */
export function QuickHoldButton(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(holds).create;
  return (
    <>
      <Button disabledReason={may.allowed ? undefined : may.reason} onClick={() => setOpen(true)}>
        Reserva rápida
      </Button>
      {isOpen && (
        <Suspense>
          <QuickHold onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
