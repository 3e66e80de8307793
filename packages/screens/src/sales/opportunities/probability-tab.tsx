import { useApiQuery } from '@pauta/core/react';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { fewestCases, type WinProbability } from '@pauta/domain/sales/pipeline/win-probability.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';

const basis = ({ source, cases }: WinProbability): string =>
  source === 'history'
    ? `Sale de las ${formatCount(cases)} oportunidades que pasaron por esta etapa y ya cerraron: las de su vendedor, acercadas a las de todos y a la del catálogo.`
    : `Es la del catálogo: por esta etapa pasaron ${formatCount(cases)} que ya cerraron, y hacen falta al menos ${fewestCases} para calcularla con la historia.`;

/** The probability from own history, and the five facts on which it rests. */
export function ProbabilityTab({ opportunity }: { opportunity: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: WinProbability | null }>(
    `/opportunities/${opportunity.id}/probability`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={7} />
      </Card>
    );
  const known = data.data;
  if (!known)
    return (
      <Card>
        <EmptyState title="Sin pronóstico">Solo se calcula mientras la oportunidad está abierta.</EmptyState>
      </Card>
    );
  return (
    <Card title={`Probabilidad de ganarla: ${known.pct} %`}>
      <p>{basis(known)}</p>
      <FigureTable aria-label="Factores de la probabilidad" role="region" tabIndex={0}>
        <table>
          <caption>Cómo cerraron las que se le parecen, en los últimos tres años.</caption>
          <thead>
            <tr>
              <th scope="col">Factor</th>
              <th scope="col">Esta oportunidad</th>
              <th scope="col">Ganadas</th>
              <th scope="col">Cerradas</th>
              <th scope="col">% ganadas</th>
            </tr>
          </thead>
          <tbody>
            {known.factors.map(({ label, value, cases: { won, closed } }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
                <td>{formatCount(won)}</td>
                <td>{formatCount(closed)}</td>
                <td>{closed === 0 ? '—' : `${Math.round((won / closed) * 100)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
    </Card>
  );
}
