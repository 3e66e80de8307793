import { useApiQuery } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { owedCredits } from '@pauta/domain/postsales/owed-credits/owed-credit.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Navigate } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { CancellationsToSettle } from '../cancellations-to-settle.tsx';
import { DueCard } from '../due-card.tsx';
import type { Workbench } from '../receivables.tsx';
import { FigureCards } from './figure-cards.tsx';
import { useWorkbenchTabs, WorkbenchTabs } from './workbench-tabs.tsx';

const title = 'Facturación y Cobros';

/**
 * Facturación y Cobros › Por facturar, the first tab: the figures, for users who may see all invoices, and what is to be
 * invoiced. Users who may not see contracts get the first tab that they may see.
 */
export function DueTab(): ReactElement {
  const [first] = useWorkbenchTabs();
  const mayCredit = useMay(owedCredits).view.allowed;
  const all = useMay(invoices).permission('invoices.view_all');
  const { data } = useApiQuery<{ readonly data: Workbench }>(
    all.allowed ? '/billing/workbench?by=client&from=due_date' : null,
    { keepPreviousData: true },
  );
  if (first && first.id !== 'por-facturar') return <Navigate replace to={first.to} />;
  if (!first)
    return (
      <Page>
        <PageHeader title={title} />
        <NoAccess title="No puede ver la facturación">{all.allowed ? null : all.reason}</NoAccess>
      </Page>
    );
  const workbench = data?.data;
  const figures = workbench?.figures.find(({ currency }) => currency === workbench.currency);
  return (
    <Page>
      <PageHeader
        actions={
          mayCredit && (
            <LinkButton to={paths.filtered(owedCredits, { status: 'open' })}>Créditos propuestos</LinkButton>
          )
        }
        title={title}
      />
      <WorkbenchTabs current="por-facturar" />
      <CancellationsToSettle />
      {workbench && figures && <FigureCards figures={figures} today={workbench.today} />}
      <DueCard />
    </Page>
  );
}
