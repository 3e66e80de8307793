import { useApiQuery } from '@pauta/core/react';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import {
  type CoverageLine,
  differingDays,
  formatVariance,
  sumUnits,
  type Units,
  varianceOf,
} from '@pauta/domain/postsales/evidence/coverage.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { type PhotoFacts, photoWarnings } from '@pauta/domain/postsales/evidence/photo-warnings.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { HeatStrip } from './heat-strip.tsx';
import { PhotoGrid } from './photo-grid.tsx';

interface CoverageAnswer {
  readonly lines: readonly CoverageLine[];
  readonly items: readonly PhotoFacts[];
}

const Figures = ({ units }: { units: Units }): ReactElement => (
  <>
    <td>{formatCount(units.contracted)}</td>
    <td>{formatCount(units.delivered)}</td>
    <td>{formatVariance(varianceOf(units))}</td>
    <td>{formatCount(units.proven)}</td>
  </>
);

const LineTable = ({ lines }: { lines: readonly CoverageLine[] }): ReactElement => (
  <FigureTable>
    <table>
      <thead>
        <tr>
          <th scope="col">Renglón</th>
          <th scope="col">Contratado</th>
          <th scope="col">Emitido</th>
          <th scope="col">Diferencia</th>
          <th scope="col">Con evidencia</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const differing = differingDays(line);
          return (
            <tr key={line.id}>
              <th scope="row">
                {line.title}
                {differing.length > 0 && (
                  <details>
                    <summary>Días distintos ({formatCount(differing.length)})</summary>
                    {differing.map((day) => (
                      <div key={day}>{day}</div>
                    ))}
                  </details>
                )}
              </th>
              <Figures units={sumUnits(line.days)} />
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Figures units={sumUnits(lines.flatMap(({ days }) => days))} />
        </tr>
      </tfoot>
    </table>
  </FigureTable>
);

/** What a report shows: contracted and delivered by line and day, and its photos with their warnings. */
export function CoverageTab({ report }: { readonly report: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: CoverageAnswer }>(
    `/${evidenceReports.path}/${report.id}/coverage`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  const { lines, items } = data.data;
  const { from = '', to = '' } = report.period as Partial<DateRange>;
  const doubtful = items.filter((item) => photoWarnings(item).length > 0).length;
  return (
    <>
      {doubtful > 0 && (
        <Banner tone="warning">
          Revise{' '}
          {countOf({ one: 'evidencia con avisos', many: 'evidencias con avisos', gender: 'f' }, doubtful)}{' '}
          antes de aprobar el reporte.
        </Banner>
      )}
      {lines.length === 0 ? (
        <EmptyState title="Nada contratado en el periodo">
          En estos días el contrato no tiene nada reservado ni emitido. Revise el periodo del reporte.
        </EmptyState>
      ) : (
        <>
          <Card title="Contratado y emitido">
            <LineTable lines={lines} />
          </Card>
          <Card title="Por día">
            <HeatStrip lines={lines} period={{ from: from ?? '', to: to ?? '' }} />
          </Card>
        </>
      )}
      {items.length > 0 && (
        <Card title="Evidencias">
          <PhotoGrid items={items} />
        </Card>
      )}
    </>
  );
}
