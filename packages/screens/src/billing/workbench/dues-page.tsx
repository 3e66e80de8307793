import { useApiQuery } from '@pauta/core/react';
import { agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import type { Dues } from '@pauta/domain/billing/accounts/open-due.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useSearchParams } from '@pauta/ui/router.ts';
import { CircleCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { DuesTable } from './dues-table.tsx';

const asked = ['by', 'from', 'currency', 'account', 'bucket'];
const all = 'todas';
const ages = [
  { value: all, label: 'Todas' },
  ...agingBuckets.map(({ name, label }) => ({ value: name, label })),
];

/**
 * Cartera › Vencimientos: what a cell of the aging adds up, of an account or all, by age. Of an invoice in instalments each
 * part is a row, because its parts have different ages.
 */
export function DuesPage(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const query = new URLSearchParams(
    [...search].filter(([name, value]) => asked.includes(name) && value !== ''),
  );
  const { data, error, mutate } = useApiQuery<{ readonly data: Dues }>(`/billing/dues?${query}`, {
    keepPreviousData: true,
  });
  const back = new URLSearchParams([...query].filter(([name]) => ['by', 'from', 'currency'].includes(name)));
  const dues = data?.data;
  const account = query.has('account') ? dues?.dues[0]?.account : undefined;
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={`/facturacion/facturacion-cobros/cartera?${back}`}>Cartera</LinkButton>}
        description={account}
        title="Vencimientos pendientes"
      />
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      <Card>
        <Select
          clearable={false}
          label="Antigüedad en días"
          onChange={(bucket) => {
            const next = new URLSearchParams(search);
            if (bucket === all) next.delete('bucket');
            else next.set('bucket', bucket);
            setSearch(next, { replace: true });
          }}
          options={ages}
          value={query.get('bucket') ?? all}
        />
        {!dues && !error && <Skeleton lines={6} />}
        {dues && dues.count > dues.dues.length && (
          <Banner tone="info">
            Se muestran los {formatCount(dues.dues.length)} que vencieron primero, de{' '}
            {formatCount(dues.count)}. El total los incluye todos.
          </Banner>
        )}
        {dues && dues.count > 0 && <DuesTable currency={query.get('currency') ?? 'DOP'} dues={dues} />}
        {dues?.count === 0 && (
          <EmptyState icon={<CircleCheck aria-hidden size={24} />} title="Nada pendiente de esa antigüedad">
            Elija otra, o vuelva a la cartera.
          </EmptyState>
        )}
      </Card>
    </Page>
  );
}
