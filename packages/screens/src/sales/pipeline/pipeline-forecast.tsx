import { useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import {
  type Forecast,
  type ForecastAmounts,
  type ForecastRow,
  forecastPeriods,
  forecastTotals,
  goalGap,
} from '@pauta/domain/sales/pipeline/forecast.ts';
import { forecastSnapshots } from '@pauta/domain/sales/pipeline/forecast-snapshot.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { PipelineHead } from './pipeline-head.tsx';

const CommitDialog = lazy(async () => ({ default: (await import('./commit-dialog.tsx')).CommitDialog }));

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: var(--pauta-space-3);
  & > :first-child { inline-size: 14rem; }
`;

const figures = [
  ['Meta', 'goal'],
  ['Firmado', 'signed'],
  ['Por entregar', 'to_deliver'],
  ['Ponderado', 'weighted'],
  ['Compromiso', 'commit'],
] as const;

const say = (amount: string | null, currency_code: string): string =>
  amount === null ? '—' : formatField(opportunities.fields.expected_amount, amount, { currency_code });

function Figures({ amounts, currency }: { amounts: ForecastAmounts; currency: string }): ReactElement {
  return (
    <>
      {figures.map(([, name]) => (
        <td key={name}>{say(amounts[name], currency)}</td>
      ))}
      <td>{say(goalGap(amounts), currency)}</td>
    </>
  );
}

/** The forecast in one currency: a row for each seller and, for several, their sums. */
function CurrencyTable({
  rows,
  totals,
  currency,
}: {
  rows: readonly ForecastRow[];
  totals: ForecastAmounts;
  currency: string;
}): ReactElement {
  return (
    <FigureTable aria-label={`Pronóstico en ${currency}`} role="region" tabIndex={0}>
      <table>
        <caption>{`En ${currency}. Falta: la meta, menos lo firmado y lo ponderado.`}</caption>
        <thead>
          <tr>
            <th scope="col">Vendedor</th>
            {figures.map(([label]) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Falta</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.user_id}>
              <th scope="row">{row.user}</th>
              <Figures amounts={row} currency={currency} />
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Todos</th>
              <Figures amounts={totals} currency={currency} />
            </tr>
          </tfoot>
        )}
      </table>
    </FigureTable>
  );
}

function Tables({ period }: { period: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: Forecast }>(
    `/opportunities/forecast?period=${period}`,
    { keepPreviousData: true },
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={8} />
      </Card>
    );
  const { rows, from, to } = data.data;
  return (
    <Card title={`Del ${formatCivilDate(from)} al ${formatCivilDate(to)}`}>
      {rows.length === 0 && (
        <EmptyState title="Aún no hay qué pronosticar">
          Aquí se verán las metas, lo firmado y las oportunidades que cierran en el periodo.
        </EmptyState>
      )}
      {[...forecastTotals(rows)].map(([currency, totals]) => (
        <CurrencyTable
          currency={currency}
          key={currency}
          rows={rows.filter((row) => row.currency === currency)}
          totals={totals}
        />
      ))}
    </Card>
  );
}

/** The forecast: goal, signed, to be delivered, weighted pipeline and commitment of each seller, and what is missing. */
export function PipelineForecast(): ReactElement {
  const may = useMay(opportunities);
  const mayCommit = useMay(forecastSnapshots).permission(forecastSnapshots.permissions.create);
  const [parameters, setParameters] = useSearchParams();
  const [committing, setCommitting] = useState(false);
  const asked = parameters.get('periodo') ?? 'month';
  const period = asked in forecastPeriods ? asked : 'month';
  return (
    <Page>
      <PipelineHead current="pronostico" />
      {may.view.allowed ? (
        <>
          <Bar>
            <Select
              clearable={false}
              label="Periodo"
              onChange={(value) => {
                const next = new URLSearchParams(parameters);
                next.set('periodo', value);
                setParameters(next, { replace: true });
              }}
              options={Object.entries(forecastPeriods).map(([value, label]) => ({ value, label }))}
              value={period}
            />
            <Button
              disabledReason={mayCommit.allowed ? undefined : mayCommit.reason}
              onClick={() => setCommitting(true)}
            >
              Guardar compromiso
            </Button>
          </Bar>
          <Tables period={period} />
        </>
      ) : (
        <NoAccess title="No puede ver el pronóstico">{may.view.reason}</NoAccess>
      )}
      {committing && (
        <Suspense>
          <CommitDialog onClose={() => setCommitting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
