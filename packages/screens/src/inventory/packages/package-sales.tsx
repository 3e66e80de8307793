import { useApiQuery } from '@pauta/core/react';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { cells } from '@pauta/ui/field-components/cells.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A quote or a contract with a package, as `GET /api/packages/{id}/sales` answers it. */
export interface PackageSale {
  readonly kind: 'quote' | 'contract';
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  readonly client: string;
  readonly status: string;
  /** How many packages. */
  readonly units: string;
  readonly net: string;
  readonly currency_code: string;
}

const kinds = { quote: ['Presupuesto', quotes], contract: ['Contrato', contracts] } as const;

const Choice = cells.choice;

const Frame = styled(FigureTable)`
  ${badgeStyle}
  & tbody :is(td:nth-child(2), td:nth-child(3)), & thead th:is(:nth-child(2), :nth-child(3)) { text-align: start; }
`;

/** The open quotes and the contracts with a package, as far as the user may see them. */
export function PackageSales({ record }: { readonly record: AnyRecord }): ReactElement {
  const answer = useApiQuery<{ readonly data: readonly PackageSale[] }>(`/packages/${record.id}/sales`);
  const sales = answer.data?.data;
  if (answer.error) return <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />;
  return (
    <Card title="Dónde se vende">
      {!sales ? (
        <Skeleton lines={4} />
      ) : sales.length === 0 ? (
        <p>No está en ningún presupuesto en curso ni contrato que usted pueda ver.</p>
      ) : (
        <Frame aria-label="Presupuestos y contratos con el paquete" role="region" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Documento</th>
                <th scope="col">Cliente</th>
                <th scope="col">Estado</th>
                <th scope="col">Paquetes</th>
                <th scope="col">Neto</th>
              </tr>
            </thead>
            <tbody>
              {sales.map((sale) => {
                const [label, resource] = kinds[sale.kind];
                return (
                  <tr key={sale.id}>
                    <td>
                      <Link to={paths.record(resource, sale.id)}>
                        {[label, sale.number, sale.name].filter(Boolean).join(' · ')}
                      </Link>
                    </td>
                    <td>{sale.client}</td>
                    <td>
                      <Choice field={resource.fields.status} place="list" value={sale.status} />
                    </td>
                    <td>{formatCount(Number(sale.units))}</td>
                    <td>{formatAmount({ amount: sale.net, currency: sale.currency_code })}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Frame>
      )}
    </Card>
  );
}
