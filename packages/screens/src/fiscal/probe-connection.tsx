import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { Plug } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';

const ProbeDialog = lazy(async () => ({ default: (await import('./probe-dialog.tsx')).ProbeDialog }));

/** Tries the connection of an issuer with the services of the tax authority. */
export function ProbeConnection({ issuer }: { readonly issuer: AnyRecord }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const may = useMay(ecfIssuers).permission('finance.manage');
  return (
    <>
      <Button
        disabledReason={may.allowed ? undefined : may.reason}
        icon={<Plug aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        Probar conexión
      </Button>
      {isOpen && (
        <Suspense>
          <ProbeDialog issuer={issuer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
