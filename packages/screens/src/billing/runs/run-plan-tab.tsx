import { useApiQuery } from '@pauta/core/react';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import type { RunReport } from '@pauta/domain/billing/runs/run-plan.ts';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { PayerPlan } from './payer-plan.tsx';

/** What each payer was to be billed when the run was prepared. */
export function RunPlanTab({ id }: { id: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: RunReport }>(
    `/${billingRuns.path}/${id}/report`,
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  return data ? <PayerPlan payers={data.data.plan} /> : <Skeleton lines={4} />;
}
