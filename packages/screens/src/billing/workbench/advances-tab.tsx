import { useApiQuery } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { payments } from '@pauta/domain/billing/payments/payment.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { companyCurrency } from '@pauta/domain/money/company-currency.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { OpensWith } from '@pauta/ui/list/opens-with.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import type { Workbench } from '../receivables.tsx';
import type { Figures } from './figure-cards.tsx';
import { WorkbenchTabs, workbenchPath } from './workbench-tabs.tsx';

const columns = [
  'receipt_no',
  'client_id',
  'agency_id',
  'received_on',
  'method',
  'amount',
  'applied',
  'unapplied',
];

const Amounts = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-2) var(--pauta-space-4);
  margin: 0;
  font-variant-numeric: tabular-nums;
`;

/** Amounts are filtered by one currency. */
const queryOf = (currency: string): string =>
  new URLSearchParams({ 'f.status': 'registered,reconciled', 'f.unapplied': `>${currency}0` }).toString();

/** What is not applied yet in each currency; each amount is a link to its payments. */
export function AdvanceTotals({ figures }: { figures: readonly Figures[] }): ReactElement | null {
  const some = figures.flatMap(({ currency, advances }) =>
    advances === null || isZero(advances) ? [] : [{ currency, amount: advances }],
  );
  if (some.length === 0) return null;
  return (
    <Amounts>
      Por aplicar:
      {some.map((one) => (
        <Link key={one.currency} to={`${workbenchPath}/anticipos?${queryOf(one.currency)}`}>
          {formatAmount(one)}
        </Link>
      ))}
    </Amounts>
  );
}

/** Facturación y Cobros › Anticipos sin aplicar: payments of which something is not applied to invoices. */
export function AdvancesTab(): ReactElement {
  const seesAll = useMay(invoices).permission('invoices.view_all').allowed;
  const { data } = useApiQuery<{ readonly data: Workbench }>(
    seesAll ? '/billing/workbench?by=client&from=due_date' : null,
    { keepPreviousData: true },
  );
  const opensWith = queryOf(companyCurrency);
  return (
    <OpensWith query={opensWith}>
      <ResourceList
        above={
          <>
            <WorkbenchTabs current="anticipos" />
            {data && <AdvanceTotals figures={data.data.figures} />}
          </>
        }
        actions={<LinkButton to={paths.list(payments)}>Registro de Cobros</LinkButton>}
        columns={columns}
        empty="Aquí aparecen los cobros de los que queda algo por aplicar a facturas."
        opensWith={opensWith}
        resource={payments}
        title="Anticipos sin aplicar"
      />
    </OpensWith>
  );
}
