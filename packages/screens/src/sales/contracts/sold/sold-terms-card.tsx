import { useApiQuery } from '@pauta/core/react';
import { divide } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { SoldTerms } from '@pauta/domain/sales/contracts/sold/sold-terms.ts';
import { commissionModes } from '@pauta/domain/sales/quotes/billing-plans.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';

const percent = (pct: string): string =>
  `${Number(divide(pct, '1', 4)).toLocaleString(locale, { maximumFractionDigits: 4 })} %`;

const commissionOf = ({ commission_pct, commission_mode, is_commissionable }: SoldTerms): string => {
  if (commission_pct === null || commission_mode === null) return 'Sin agencia';
  return is_commissionable
    ? `${percent(commission_pct)} · ${commissionModes[commission_mode]}`
    : 'No genera comisión';
};

const label = 'Vendedores de cada renglón';

/** What the signature fixed of each line besides its price: sellers, commission, and whether it counts for goals. */
export function SoldTermsCard({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly SoldTerms[] }>(
    `/contracts/${contract.id}/sold-terms`,
  );
  const lines = data?.data;
  return (
    <Card title="Quién vendió cada renglón">
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!lines && !error && <Skeleton lines={3} />}
      {lines && (
        <FigureTable aria-label={label} role="region" tabIndex={0}>
          <table>
            <caption>
              Queda como estaba el día de la firma, o el de la adenda que agregó el renglón, aunque después
              cambien la cartera o los catálogos.
            </caption>
            <thead>
              <tr>
                <th scope="col">Renglón</th>
                <th data-text scope="col">
                  Vendedores
                </th>
                <th data-text scope="col">
                  Comisión de agencia
                </th>
                <th data-text scope="col">
                  Cuenta para la meta
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <th scope="row">
                    {line.description}
                    {line.is_removed && ' (quitado)'}
                  </th>
                  <td data-text>
                    {line.sellers.map(({ name, pct }) => `${name} ${percent(pct)}`).join(', ')}
                  </td>
                  <td data-text>{commissionOf(line)}</td>
                  <td data-text>{line.counts_for_goal ? 'Sí' : 'No'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </FigureTable>
      )}
    </Card>
  );
}
