import { Button } from '@pauta/ui/controls/button.tsx';
import type { LineActionProps } from '@pauta/ui/document/form/line-actions.ts';
import { Split } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { ImportOrderButton } from '../../orders/import-order-button.tsx';

const DistributeDialog = lazy(async () => ({
  default: (await import('./distribute-dialog.tsx')).DistributeDialog,
}));

/** Divides the client's money among spaces and adds the lines. */
function DistributeButton(props: LineActionProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        disabledReason={props.room > 0 ? undefined : 'El presupuesto ya tiene todos los renglones que caben.'}
        icon={<Split aria-hidden size={16} />}
        onClick={() => setOpen(true)}
      >
        Repartir dinero
      </Button>
      {isOpen && (
        <Suspense>
          <DistributeDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Further ways to add lines to a quote. */
export const QuoteLineActions = (props: LineActionProps): ReactElement => (
  <>
    <DistributeButton {...props} />
    <ImportOrderButton {...props} />
  </>
);
