import { useApiQuery } from '@pauta/core/react';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { PriceExplanation } from '@pauta/domain/sales/lines/explain-price.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { PriceSteps } from '@pauta/ui/document/price-steps.tsx';
import { type ReactElement, useState } from 'react';

/** Reads and shows the steps of one line of a stored document. @param path API path of the steps of all its lines */
function LoadedChain({ path, id }: { readonly path: string; readonly id: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: Readonly<Record<string, PriceExplanation>> }>(path);
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  const explanation = data?.data[id];
  return explanation ? <PriceSteps explanation={explanation} /> : <Skeleton />;
}

interface PriceChainButtonProps {
  readonly line: Values;
  /** API path of the steps of all lines of a stored document. */
  readonly path?: string;
  /** The steps of a line that is being edited. */
  readonly explain?: () => PriceExplanation;
}

/** Opens the steps of the price of a line. */
export function PriceChainButton({ line, path, explain }: PriceChainButtonProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} size="small" tone="quiet">
        ¿De dónde sale este precio?
      </Button>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          open
          title={`De dónde sale el precio de «${String(line.description ?? '')}»`}
          width={44}
        >
          {path !== undefined && <LoadedChain id={String(line.id)} path={path} />}
          {explain && <PriceSteps explanation={explain()} />}
        </Dialog>
      )}
    </>
  );
}
