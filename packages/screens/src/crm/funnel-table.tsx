import { formatCount } from '@pauta/domain/text/locale.ts';
import type { CSSProperties, ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  container-type: inline-size;
  & table { inline-size: 100%; border-collapse: collapse; }
  & caption { margin-block-end: var(--pauta-space-2); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); text-align: start; }
  & th { padding: var(--pauta-space-1) 0; font-weight: var(--pauta-weight-medium); text-align: start; white-space: nowrap; }
  & thead th { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: inherit; }
  & td, & thead th:not(:first-child, :nth-child(2)) { padding: var(--pauta-space-1) 0 var(--pauta-space-1) var(--pauta-space-4); text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  & td[data-bar] { inline-size: 100%; }
  & td[data-bar] > span {
    display: block;
    block-size: 18px;
    inline-size: var(--part);
    min-inline-size: 2px;
    border-radius: var(--pauta-radius-sm);
    background: var(--pauta-color-accent);
  }
  & tr[data-won] td[data-bar] > span { background: var(--pauta-color-success); }
`;

/** One stage of a funnel, with the number of items that reached it. */
export interface FunnelStage {
  readonly name: string;
  readonly label: string;
  readonly count: number;
  /** Whether it is the successful end of the funnel. */
  readonly won?: boolean;
}

/** A formatted percentage; small values with one decimal, `0.4 %`. */
export const formatShare = (value: number): string =>
  `${formatCount(value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value))} %`;

/** A share in percent; 0 if the whole is 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part * 100) / whole);

/**
 * The number of items that reached each stage: bars, with the same figures as a table. The first stage is the total.
 *
 * @example <FunnelTable caption="Cuentas que llegaron a cada etapa" unit="Cuentas" stages={stages} />
 */
export function FunnelTable({
  caption,
  unit,
  stages,
}: {
  caption: string;
  unit: string;
  stages: readonly FunnelStage[];
}): ReactElement {
  const whole = Math.max(...stages.map(({ count }) => count));
  const first = stages[0]?.count ?? 0;
  return (
    <Root>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Etapa</th>
            <td aria-hidden data-bar />
            <th scope="col">{unit}</th>
            <th scope="col">Del total</th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ name, label, count, won }) => (
            <tr data-won={won || undefined} key={name}>
              <th scope="row">{label}</th>
              <td aria-hidden data-bar>
                {count > 0 && <span style={{ '--part': `${share(count, whole)}%` } as CSSProperties} />}
              </td>
              <td>{formatCount(count)}</td>
              <td>{formatShare(share(count, first))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Root>
  );
}
