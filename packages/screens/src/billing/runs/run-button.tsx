import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import { createByDialog } from '@pauta/ui/screens/create-by-dialog.tsx';

/** Opens the dialog that prepares a run of billing. */
export const RunButton = createByDialog(
  billingRuns,
  'Nueva corrida',
  async () => (await import('./prepare-run.tsx')).PrepareRun,
);
