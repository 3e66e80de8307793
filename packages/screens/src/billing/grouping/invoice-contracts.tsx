import { useApiQuery } from '@pauta/core/react';
import type { InvoiceContract } from '@pauta/domain/billing/grouping/invoice-contract.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { FileText } from 'lucide-react';
import type { ReactElement } from 'react';

const columns = [
  ['net', 'Neto'],
  ['tax', 'Impuesto'],
  ['total', 'Total'],
  ['credited', 'Acreditado'],
  ['balance', 'Balance'],
] as const;

const title = 'Lo que se factura de cada contrato';

/** The contracts of an invoice or note, each with its subtotal and a link. */
export function InvoiceContracts({ invoice }: { invoice: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly InvoiceContract[] }>(
    `/invoices/${invoice.id}/contracts`,
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={2} />;
  if (data.data.every(({ contract_id }) => contract_id === null))
    return (
      <EmptyState icon={<FileText aria-hidden size={24} />} title="Sin contrato">
        Esta factura no factura ningún contrato.
      </EmptyState>
    );
  const currency = String(invoice.currency_code);
  return (
    <FigureTable aria-label={title} role="region" tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Contrato</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((row) => (
            <tr key={row.contract_id ?? ''}>
              <th scope="row">
                {row.contract_id !== null && row.is_open ? (
                  <Link to={paths.record(contracts, row.contract_id)}>{row.title}</Link>
                ) : (
                  (row.title ?? 'Sin contrato')
                )}
              </th>
              {columns.map(([name]) => (
                <td key={name}>{formatMoney(row[name], currency, 2)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}
