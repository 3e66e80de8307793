import { useApiQuery } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { journalEntries } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { OpensWith } from '@pauta/ui/list/opens-with.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import type { Workbench } from '../receivables.tsx';
import type { Figures } from './figure-cards.tsx';
import { WorkbenchTabs, workbenchPath } from './workbench-tabs.tsx';

const columns = [
  'concept',
  'fiscal_number',
  'doc_kind',
  'client_id',
  'issue_date',
  'net',
  'tax',
  'total',
  'payment_status',
];

const monthOf = (today: string): string => `${today.slice(0, 8)}01..${today}`;

/** What was invoiced this month in each currency; each amount is a link to its documents. */
export function MonthTotals({
  figures,
  today,
}: {
  figures: readonly Figures[];
  today: string;
}): ReactElement {
  const listOf = (currency: string, kinds?: string): string =>
    `${workbenchPath}/facturado?${new URLSearchParams({
      'f.status': 'issued',
      'f.issue_date': monthOf(today),
      'f.currency_code': currency,
      ...(kinds && { 'f.doc_kind': kinds }),
    })}`;
  const money = (amount: string): string => formatMoney(amount, '', 2);
  return (
    <FigureTable aria-label="Facturado este mes" role="region" tabIndex={0}>
      <table>
        <caption>Este mes, con impuestos</caption>
        <thead>
          <tr>
            <th scope="col">Moneda</th>
            <th scope="col">Facturas y notas de débito</th>
            <th scope="col">Notas de crédito</th>
            <th scope="col">Facturado neto</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ currency, invoiced, credited }) => (
            <tr key={currency}>
              <th scope="row">{currencies[currency as keyof typeof currencies] ?? currency}</th>
              <td>
                <Link to={listOf(currency, 'invoice,debit_note')}>{money(invoiced)}</Link>
              </td>
              <td>
                <Link to={listOf(currency, 'credit_note')}>{money(credited)}</Link>
              </td>
              <td>
                <Link to={listOf(currency)}>{money(subtract(invoiced, credited))}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}

/** Facturación y Cobros › Facturado del mes: what was issued this month, with its totals; the filter leads to others. */
export function MonthTab(): ReactElement {
  const seesAll = useMay(invoices).permission('invoices.view_all').allowed;
  const mayLedger = useMay(journalEntries).view.allowed;
  const { data } = useApiQuery<{ readonly data: Workbench }>(
    seesAll ? '/billing/workbench?by=client&from=due_date' : null,
    { keepPreviousData: true },
  );
  const opensWith = new URLSearchParams({
    'f.status': 'issued',
    'f.issue_date': monthOf(companyToday()),
  }).toString();
  const workbench = data?.data;
  return (
    <OpensWith query={opensWith}>
      <ResourceList
        above={
          <>
            <WorkbenchTabs current="facturado" />
            {workbench && workbench.figures.length > 0 && (
              <MonthTotals figures={workbench.figures} today={workbench.today} />
            )}
          </>
        }
        actions={mayLedger && <LinkButton to={paths.list(journalEntries)}>Asientos</LinkButton>}
        columns={columns}
        empty="Aquí aparece lo que se emite en el mes: facturas, notas de débito y notas de crédito."
        opensWith={opensWith}
        resource={invoices}
        title="Facturado del mes"
      />
    </OpensWith>
  );
}
