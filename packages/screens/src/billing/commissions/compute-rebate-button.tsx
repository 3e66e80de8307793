import { rebateAccruals } from '@pauta/domain/billing/rebates/rebate-accrual.ts';
import { createByDialog } from '@pauta/ui/screens/create-by-dialog.tsx';

/** Opens the dialog that calculates the rebate of an agency. */
export const ComputeRebateButton = createByDialog(
  rebateAccruals,
  'Calcular bonificación',
  async () => (await import('./compute-rebate.tsx')).ComputeRebate,
);
