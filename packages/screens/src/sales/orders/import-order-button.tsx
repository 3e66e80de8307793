import { Button } from '@pauta/ui/controls/button.tsx';
import type { LineActionProps } from '@pauta/ui/document/form/line-actions.ts';
import { FileSpreadsheet } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { noWork, type OrderWork } from './order-answer.ts';

const ImportOrderDialog = lazy(async () => ({
  default: (await import('./import-order-dialog.tsx')).ImportOrderDialog,
}));

/** Beside the lines of a quote: reads them from the order of an agency. */
export function ImportOrderButton(props: LineActionProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [work, setWork] = useState<OrderWork>(noWork);
  return (
    <>
      <Button
        disabledReason={props.room > 0 ? undefined : 'El presupuesto ya tiene todos los renglones que caben.'}
        icon={<FileSpreadsheet aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        Importar orden
      </Button>
      {isOpen && (
        <Suspense>
          <ImportOrderDialog {...props} onClose={() => setOpen(false)} onWork={setWork} work={work} />
        </Suspense>
      )}
    </>
  );
}
