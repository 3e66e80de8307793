import { useApiQuery } from '@pauta/core/react';
import { accountRooms } from '@pauta/domain/billing/account-rooms/account-room.ts';
import type { AccountFigures } from '@pauta/domain/billing/accounts/account-figures.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { styled } from 'styled-components';
import { AccountDeliveryTab } from './account-delivery.tsx';
import { BalanceTable } from './balance-table.tsx';
import { SalesTable } from './sales-table.tsx';

const BarterBalanceTable = lazy(async () => ({
  default: (await import('./barter-balance-table.tsx')).BarterBalanceTable,
}));

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
`;

const columns = [
  'concept',
  'fiscal_number',
  'doc_kind',
  'issue_date',
  'due_date',
  'total',
  'balance',
  'payment_status',
];

/** What an account owes by age and its sales of twelve months. */
function Figures({ by, of }: { by: 'client_id' | 'agency_id'; of: AnyRecord }): ReactElement {
  const { path } = by === 'client_id' ? clients : agencies;
  const may = useMay(invoices);
  const { data, error, mutate } = useApiQuery<{ readonly data: AccountFigures }>(`/${path}/${of.id}/account`);
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  const { currencies, months, today } = data.data;
  if (currencies.length === 0)
    return (
      <Card title="Saldo y ventas">
        <EmptyState title="Sin movimientos en 12 meses">
          No se le ha facturado en los últimos doce meses y no debe nada.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Card
        actions={
          may.permission('invoices.view_all').allowed && (
            <DownloadButton
              name={`Estado de cuenta ${String(of.trade_name)}.pdf`}
              path={`/${path}/${of.id}/statement.pdf`}
            >
              Estado de cuenta
            </DownloadButton>
          )
        }
        title="Saldo"
      >
        <BalanceTable by={by} currencies={currencies} id={of.id} today={today} />
      </Card>
      {currencies.some(({ barter }) => barter) && (
        <Card title="Canje">
          <Suspense fallback={<Skeleton lines={2} />}>
            <BarterBalanceTable clientId={of.id} currencies={currencies} />
          </Suspense>
        </Card>
      )}
      <Card title="Ventas de 12 meses">
        {currencies.map(({ currency, sales, sales_total }) => (
          <SalesTable
            currency={currency}
            href={{ [`f.${by}`]: of.id, 'f.currency_code': currency, 'f.status': 'issued,voided' }}
            key={currency}
            months={months}
            sales={sales}
            total={sales_total}
          />
        ))}
      </Card>
    </>
  );
}

/** The tab "Facturas y saldo" of a client or an agency: only what its reader may see of its invoices. */
export function AccountTab({ by, of }: { by: 'client_id' | 'agency_id'; of: AnyRecord }): ReactElement {
  const may = useMay(invoices);
  return (
    <Root>
      {may.view.allowed && <Figures by={by} of={of} />}
      <RelatedList
        by={by}
        columns={by === 'client_id' ? columns : ['concept', 'client_id', ...columns.slice(1)]}
        empty="Aquí verá las facturas y las notas, con lo que falta por cobrar."
        of={of}
        pages
        resource={invoices}
        title="trade_name"
      />
      <RelatedList
        by={by}
        columns={['recipient', 'email', 'expires_on', 'status', 'last_visit_at']}
        empty="Nadie ve esta cuenta por un enlace. Se abre en Facturación › Páginas de cuenta."
        of={of}
        resource={accountRooms}
        title="trade_name"
      />
    </Root>
  );
}

// In the same file, so that a page loads one more at most.
export { AccountDeliveryTab };
