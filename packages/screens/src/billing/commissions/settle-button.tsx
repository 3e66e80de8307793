import { commissionSettlements } from '@pauta/domain/billing/commissions/commission-settlement.ts';
import { createByDialog } from '@pauta/ui/screens/create-by-dialog.tsx';

/** Opens the dialog that settles what is due of a beneficiary. */
export const SettleButton = createByDialog(
  commissionSettlements,
  'Liquidar comisiones',
  async () => (await import('./prepare-settlement.tsx')).PrepareSettlement,
);
