import { useApiQuery } from '@pauta/core/react';
import { journalEntries } from '@pauta/domain/billing/ledger/journal-entry.ts';
import { companies } from '@pauta/domain/catalogues/organization.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCompanyMonth } from '@pauta/ui/export/company-month.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

/** A row of the answer of `GET /trial-balance`. */
export interface BalanceRow {
  readonly account_id: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
}

const Tables = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
`;

const columns = [
  ['opening', 'Saldo anterior'],
  ['debit', 'Débitos'],
  ['credit', 'Créditos'],
  ['closing', 'Saldo'],
] as const;

/** The accounts of one currency; amounts of different currencies are never added up. */
function CurrencyTable({ currency, rows }: { currency: string; rows: readonly BalanceRow[] }): ReactElement {
  const title = `Balanza en ${currency}`;
  return (
    <FigureTable aria-label={title} role="region" tabIndex={0}>
      <table>
        <caption>{title}. Un saldo acreedor lleva signo menos.</caption>
        <thead>
          <tr>
            <th scope="col">Cuenta</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.account_id}>
              <th scope="row">
                {row.code} {row.name}
              </th>
              {columns.map(([name]) => (
                <td key={name}>{formatMoney(row[name], '', 2)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns.map(([name]) => (
              <td key={name}>{formatMoney(sum(rows.map((row) => row[name])), '', 2)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </FigureTable>
  );
}

/** Facturación › Facturación y Cobros › Balanza: what each account has at the end of a month, and its files. */
export function TrialBalance(): ReactElement {
  const { company, month, query, fields } = useCompanyMonth(companies);
  const may = useMay(journalEntries).permission('journal_entries.export');
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly BalanceRow[] }>(
    company === '' ? null : `/trial-balance?${query}`,
    { keepPreviousData: true },
  );
  const rows = data?.data;
  const used = [...new Set(rows?.map(({ currency }) => currency))];
  const disabledReason = may.allowed ? undefined : may.reason;
  return (
    <Page>
      <PageHeader
        actions={
          <>
            <LinkButton to={paths.list(journalEntries)}>Asientos</LinkButton>
            <DownloadButton
              disabledReason={disabledReason}
              name={`Balanza ${month}.${format}`}
              path={`/trial-balance/file?${query}&format=${format}`}
            >
              Descargar balanza
            </DownloadButton>
            <DownloadButton
              disabledReason={disabledReason}
              name={`Diario ${month}.${format}`}
              path={`/trial-balance/journal?${query}&format=${format}`}
            >
              Descargar diario
            </DownloadButton>
          </>
        }
        description="Lo que tiene cada cuenta al final del mes. El diario lleva un movimiento por renglón, para el programa de contabilidad."
        title="Balanza de comprobación"
      />
      {fields(
        <Select
          label="Formato de los archivos"
          onChange={(value) => setFormat(value === 'xlsx' ? 'xlsx' : 'csv')}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'xlsx', label: 'Excel (XLSX)' },
          ]}
          required
          value={format}
        />,
      )}
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!rows && !error && <Skeleton lines={8} />}
      {rows && !error && (
        <Tables>
          {used.map((currency) => (
            <CurrencyTable
              currency={currency}
              key={currency}
              rows={rows.filter((row) => row.currency === currency)}
            />
          ))}
          {rows.length === 0 && (
            <EmptyState title="Sin movimientos">
              La compañía no tiene asientos hasta el final de ese mes. Elija otro mes u otra compañía.
            </EmptyState>
          )}
        </Tables>
      )}
    </Page>
  );
}
