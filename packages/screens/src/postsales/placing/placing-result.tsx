import { useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { type PlacingResult, placingPlans } from '@pauta/domain/postsales/placing/placing-plan.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--pauta-space-4);
  & h3 { margin: 0 0 var(--pauta-space-2); font-size: var(--pauta-text-md); }
  & ul { display: grid; gap: var(--pauta-space-2); margin: 0; padding: 0; list-style: none; }
  & li { padding: var(--pauta-space-2) var(--pauta-space-3); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-md); overflow-wrap: anywhere; }
  & li p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & li p[data-help] { color: var(--pauta-color-text); }
  & a { color: inherit; }
`;

const spots = (count: number): string => (count === 1 ? '1 anuncio' : `${formatCount(count)} anuncios`);

/** How many spots have a place, and whether that is more than the first free break would give. */
const summaryOf = ({ wanted, placed, left_out, first_fit }: AnyRecord): string => {
  const [all, found, missing, first] = [wanted, placed, left_out, first_fit].map(Number);
  if (!all) return 'No hay nada por colocar con esas condiciones: todo tiene su corte.';
  const gain = (found ?? 0) - (first ?? 0);
  return [
    `${formatCount(found ?? 0)} de ${spots(all)} ${found === 1 ? 'tiene' : 'tienen'} un corte.`,
    missing ? `${spots(missing)} ${missing === 1 ? 'queda' : 'quedan'} sin lugar.` : '',
    gain > 0 ? `Tomando cada uno el primer corte libre cabrían ${formatCount(gain)} menos.` : '',
  ]
    .filter(Boolean)
    .join(' ');
};

type Line = PlacingResult['lines'][number];

const Gap = ({ line }: { line: Line }): ReactElement => (
  <li>
    <Link to={paths.record(quotas, line.quota_id)}>{line.description}</Link>
    {` · ${line.client.label} · ${line.contract.label} · ${
      line.left_out === 1 ? 'falta 1' : `faltan ${formatCount(line.left_out)}`
    }`}
    <p>{line.reasons}.</p>
    {line.relaxation !== null && <p data-help>{line.relaxation}.</p>}
  </li>
);

/** What a plan would do, or did: what has no place and why, what is placed of each line, and on which days. */
export function PlacingResultView({ plan }: { readonly plan: AnyRecord }): ReactElement {
  const answer = useApiQuery<{ readonly data: PlacingResult }>(
    `/${placingPlans.path}/${plan.id}/result?v=${plan.row_version}`,
  );
  if (plan.status === 'draft') return <Banner tone="info">Calcule el plan para ver su resultado.</Banner>;
  const data = answer.data?.data;
  if (answer.error) return <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />;
  if (!data) return <Skeleton lines={6} />;
  const gaps = data.lines.filter(({ left_out }) => left_out > 0);
  const placed = data.lines.filter((line) => line.placed > 0);
  const station = referenceId(plan.subdivision_id as Reference);
  return (
    <Parts>
      <Banner tone={gaps.length > 0 ? 'warning' : 'info'}>{summaryOf(plan)}</Banner>
      {gaps.length > 0 && (
        <section>
          <h3>Sin lugar</h3>
          <ul>
            {gaps.map((line) => (
              <Gap key={line.quota_id} line={line} />
            ))}
          </ul>
        </section>
      )}
      {placed.length > 0 && (
        <section>
          <h3>Con lugar, por renglón</h3>
          <FigureTable aria-label="Con lugar, por renglón" role="region" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Renglón</th>
                  <th data-text scope="col">
                    Cliente
                  </th>
                  <th data-text scope="col">
                    Contrato
                  </th>
                  <th scope="col">Anuncios</th>
                  <th scope="col">Días</th>
                </tr>
              </thead>
              <tbody>
                {placed.map(({ quota_id, description, client, contract, placed: units, days }) => (
                  <tr key={quota_id}>
                    <th scope="row">{description}</th>
                    <td data-text>{client.label}</td>
                    <td data-text>{contract.label}</td>
                    <td>{formatCount(units)}</td>
                    <td>{formatCount(days)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </FigureTable>
        </section>
      )}
      {data.days.length > 0 && (
        <section>
          <h3>Por día</h3>
          <FigureTable aria-label="Por día" role="region" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Día</th>
                  <th scope="col">Anuncios</th>
                  <th scope="col">Segundos</th>
                </tr>
              </thead>
              <tbody>
                {data.days.map(({ day, placed: units, seconds }) => (
                  <tr key={day}>
                    <th scope="row">
                      <Link to={`/${quotas.screen}/trafico?emisora=${station}&dia=${day}`}>
                        {formatCivilDate(day)}
                      </Link>
                    </th>
                    <td>{formatCount(units)}</td>
                    <td>{formatCount(seconds)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </FigureTable>
        </section>
      )}
    </Parts>
  );
}
