import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import type { ReactElement } from 'react';
import { CollectionCommand } from './collection-command.tsx';

/** Asks of whom to settle what is due, and opens the settlement. */
export function PrepareSettlement({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <CollectionCommand
      changes={[agencyCommissions]}
      initial={{ beneficiary_kind: 'agency', currency_code: 'DOP' }}
      name="prepare"
      onClose={onClose}
      resource={commissionSettlements}
      submitLabel="Liquidar"
    />
  );
}
