import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import { formatAmounts } from '@pauta/domain/resource/query/summary.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import { opportunityMoves } from '@pauta/domain/sales/opportunities/opportunity-move.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { useSummary } from '@pauta/ui/data/use-summary.ts';
import { OpensWith } from '@pauta/ui/list/opens-with.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { lastMonday, PipelineHead, sinceMonday } from './pipeline-head.tsx';

const Periods = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-1) var(--pauta-space-3);
  margin: 0;
`;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

const totals = ['expected_amount', 'pipeline_change'];
const amount = (name: string): Field => fieldOf(opportunityMoves, name);

/** The sums of the listed changes by what happened, and what they add up to. */
function ChangeSums(): ReactElement | null {
  const { query } = useListQuery(opportunityMoves);
  const summary = useSummary(opportunityMoves, query, { group: 'kind', totals }).data?.data;
  const today = companyToday();
  const monday = lastMonday(today);
  const periods = [
    ['Desde el lunes', sinceMonday()],
    ['La semana pasada', `f.moved_at=${daysBefore(monday, 7)}..${daysBefore(monday, 1)}`],
    ['Los últimos 30 días', `f.moved_at=${daysBefore(today, 29)}..${today}`],
  ] as const;
  return (
    <>
      <Periods>
        {periods.map(([label, search]) => (
          <Link key={label} to={`/ventas/pipeline/cambios?${search}`}>
            {label}
          </Link>
        ))}
      </Periods>
      {summary && summary.count > 0 && (
        <Card>
          <FigureTable aria-label="Resumen de los cambios" role="region" tabIndex={0}>
            <table>
              <caption>Elija dos días cualesquiera en el filtro «Cuándo».</caption>
              <thead>
                <tr>
                  <th scope="col">Qué pasó</th>
                  <th scope="col">Veces</th>
                  <th scope="col">Monto</th>
                  <th scope="col">Efecto en el pipeline</th>
                </tr>
              </thead>
              <tbody>
                {summary.groups.map((group) => (
                  <tr key={group.value}>
                    <th scope="row">{group.label}</th>
                    <td>{formatCount(group.count)}</td>
                    {totals.map((name) => (
                      <td key={name}>{formatAmounts(amount(name), group.amounts[name] ?? [])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">En total</th>
                  <td>{formatCount(summary.count)}</td>
                  <td />
                  <td>{formatAmounts(amount('pipeline_change'), summary.amounts.pipeline_change ?? [])}</td>
                </tr>
              </tfoot>
            </table>
          </FigureTable>
        </Card>
      )}
    </>
  );
}

/** ¿Qué cambió?: every change of the pipeline between two days with its amount, and their sum; since Monday at first. */
export function PipelineChanges(): ReactElement {
  return (
    <OpensWith query={sinceMonday()}>
      <ResourceList
        above={<ChangeSums />}
        header={<PipelineHead current="cambios" />}
        opensWith={sinceMonday()}
        recordHref={({ opportunity_id }) =>
          `/ventas/oportunidades/${(opportunity_id as { readonly id: string }).id}`
        }
        resource={opportunityMoves}
      />
    </OpensWith>
  );
}
