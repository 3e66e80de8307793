import { useApiQuery } from '@pauta/core/react';
import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { CircleCheck } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { styled } from 'styled-components';
import { type AgingAccount, AgingTable } from './aging-table.tsx';
import { FigureCards, type Figures } from './workbench/figure-cards.tsx';
import { WorkbenchTabs } from './workbench/workbench-tabs.tsx';

const ExpectedCashCard = lazy(async () => ({
  default: (await import('./collections/expected-cash-card.tsx')).ExpectedCashCard,
}));
const DebtCard = lazy(async () => ({
  default: (await import('./workbench/debt-card.tsx')).DebtCard,
}));

/** The answer of `GET /billing/workbench`. */
export interface Workbench {
  readonly today: string;
  readonly currency: string;
  readonly figures: readonly Figures[];
  readonly accounts: readonly AgingAccount[];
  /** Of all accounts, also those that are not listed. */
  readonly total: AgedBalance & Pick<AgingAccount, 'disputed'>;
  /** Only the accounts that owe most are listed. */
  readonly is_cut: boolean;
}

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-3);
  & > * { inline-size: 12rem; max-inline-size: 100%; }
`;

const byOptions = [
  { value: 'client', label: 'Cliente' },
  { value: 'agency', label: 'Agencia' },
];
const fromOptions = [
  { value: 'due_date', label: 'Vencimiento' },
  { value: 'issue_date', label: 'Fecha de la factura' },
];

const waiting = (
  <Card>
    <Skeleton lines={8} />
  </Card>
);

/** Facturación y Cobros › Cartera: figures, accounts by age of what they owe, how that developed, and expected cash. */
export function Receivables(): ReactElement {
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') === 'agency' ? 'agency' : 'client';
  const from = search.get('from') === 'issue_date' ? 'issue_date' : 'due_date';
  const query = new URLSearchParams({ by, from });
  const asked = search.get('currency');
  if (asked && asked in currencies) query.set('currency', asked);
  const { data, error, mutate } = useApiQuery<{ readonly data: Workbench }>(`/billing/workbench?${query}`, {
    keepPreviousData: true,
  });
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search);
    next.set(name, value);
    setSearch(next, { replace: true });
  };
  const workbench = data?.data;
  const figures = workbench?.figures.find(({ currency }) => currency === workbench.currency);
  return (
    <Page>
      <PageHeader title="Cartera" />
      <WorkbenchTabs current="cartera" />
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!workbench && !error && waiting}
      {workbench && !figures && (
        <Card>
          <EmptyState
            actions={<LinkButton to={paths.create(invoices)}>Nueva factura</LinkButton>}
            icon={<CircleCheck aria-hidden size={24} />}
            title="Todavía no hay facturas"
          >
            Aquí verá lo que falta por cobrar y desde cuándo.
          </EmptyState>
        </Card>
      )}
      {workbench && figures && (
        <>
          <FigureCards figures={figures} today={workbench.today} />
          <Card title="Antigüedad">
            <Controls>
              <Select
                clearable={false}
                label="Por"
                onChange={(value) => set('by', value)}
                options={byOptions}
                value={by}
              />
              <Select
                clearable={false}
                label="Antigüedad desde"
                onChange={(value) => set('from', value)}
                options={fromOptions}
                value={from}
              />
              <Select
                clearable={false}
                label="Moneda"
                onChange={(value) => set('currency', value)}
                options={workbench.figures.map(({ currency }) => ({ value: currency, label: currency }))}
                value={workbench.currency}
              />
            </Controls>
            {workbench.is_cut && (
              <Banner tone="info">
                Se muestran las 200 cuentas que más deben. El total incluye las demás.
              </Banner>
            )}
            {workbench.accounts.length > 0 ? (
              <AgingTable
                accounts={workbench.accounts}
                by={by}
                currency={workbench.currency}
                from={from}
                total={workbench.total}
              />
            ) : (
              <EmptyState icon={<CircleCheck aria-hidden size={24} />} title="Nadie debe nada">
                {by === 'agency'
                  ? 'Ninguna agencia tiene facturas pendientes.'
                  : 'Ningún cliente tiene facturas pendientes.'}
              </EmptyState>
            )}
          </Card>
          <Suspense fallback={waiting}>
            <DebtCard accounts={workbench.accounts} by={by} currency={workbench.currency} />
          </Suspense>
          <Suspense fallback={waiting}>
            <ExpectedCashCard currency={workbench.currency} />
          </Suspense>
        </>
      )}
    </Page>
  );
}
