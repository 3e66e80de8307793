import { rebateAccruals } from '@pauta/domain/billing/rebates/rebate-accrual.ts';
import type { ReactElement } from 'react';
import { CollectionCommand } from './collection-command.tsx';

/** Asks of which agency and period to calculate the rebate, and opens it. */
export function ComputeRebate({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <CollectionCommand
      changes={[]}
      initial={{}}
      name="compute"
      onClose={onClose}
      resource={rebateAccruals}
      submitLabel="Calcular"
    />
  );
}
