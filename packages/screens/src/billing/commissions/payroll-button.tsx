import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import type { ReactElement } from 'react';

/** Downloads what is approved of sellers and referrers and not paid yet. */
export function PayrollButton(): ReactElement {
  const may = useMay(commissionSettlements).permission('agency_commissions.export');
  return (
    <DownloadButton
      disabledReason={may.allowed ? undefined : may.reason}
      name="Nómina de comisiones.csv"
      path={`/${commissionSettlements.path}/payroll`}
    >
      Nómina
    </DownloadButton>
  );
}
