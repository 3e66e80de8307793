import { useApiQuery } from '@pauta/core/react';
import type { DebtHistory } from '@pauta/domain/billing/collections/debt-history.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { DebtCharts, type Debtor } from './debt-charts.tsx';

/** The card of Cartera with how what is owed developed, and who owes most. */
export function DebtCard({
  accounts,
  by,
  currency,
}: {
  accounts: readonly Debtor[];
  by: 'client' | 'agency';
  currency: string;
}): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: DebtHistory }>(
    `/billing/debt-history?currency=${currency}`,
    { keepPreviousData: true },
  );
  return (
    <Card title="Evolución de la cartera">
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && <DebtCharts accounts={accounts} by={by} history={data.data} />}
    </Card>
  );
}
