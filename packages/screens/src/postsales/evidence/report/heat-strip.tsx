import {
  type CoverageLine,
  cellText,
  type StripState,
  stripOf,
  stripStates,
} from '@pauta/domain/postsales/evidence/coverage.ts';
import { token as t } from '@pauta/layout/theme';
import { VisuallyHidden } from '@pauta/ui/controls/visually-hidden.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const tones: Readonly<Record<Exclude<StripState, 'none'>, string>> = {
  full: t('color-success-soft'),
  extra: t('color-info-soft'),
  unproven: t('color-accent-soft'),
  partial: t('color-warning-soft'),
  missed: t('color-danger-soft'),
};

const fills = Object.entries(tones)
  .map(([state, color]) => `& [data-state='${state}'] { background: ${color}; }`)
  .join('\n');

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${t('space-3')};
  & > ul { display: flex; flex-wrap: wrap; gap: ${t('space-2')} ${t('space-4')}; margin: 0; padding: 0; list-style: none; }
  & > ul > li { display: flex; align-items: center; gap: ${t('space-2')}; font-size: ${t('text-sm')}; }
  & > ul span {
    inline-size: 1.75rem;
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-sm')};
    text-align: center;
  }
  /* Positioned, so that it clips the hidden texts of its cells too. */
  & > section { position: relative; overflow-x: auto; }
  & > section:focus-visible { outline: 2px solid ${t('color-focus')}; }
  & table { border-collapse: collapse; font-size: ${t('text-sm')}; }
  & caption { padding-block-end: ${t('space-2')}; color: ${t('color-text-muted')}; text-align: start; }
  & th { font-weight: ${t('weight-medium')}; text-align: start; }
  & thead th { padding: ${t('space-1')}; color: ${t('color-text-muted')}; white-space: nowrap; }
  & tbody th {
    position: sticky;
    inset-inline-start: 0;
    min-inline-size: 7rem;
    max-inline-size: 14rem;
    padding: ${t('space-1')} ${t('space-3')} ${t('space-1')} 0;
    background: ${t('color-surface')};
  }
  & td { min-inline-size: 2.25rem; block-size: 2.25rem; border: 1px solid ${t('color-border')}; color: ${t('color-text')}; text-align: center; }
  & abbr { text-decoration: none; }
  ${fills}
`;

/** Lines by days: how much of what was contracted was delivered. A table, whose cells say in words what their colour says. */
export function HeatStrip({
  lines,
  period,
}: {
  readonly lines: readonly CoverageLine[];
  readonly period: { readonly from: string; readonly to: string };
}): ReactElement {
  const strip = stripOf(lines, period);
  const shown = (Object.keys(tones) as (keyof typeof tones)[]).filter((state) =>
    strip.rows.some(({ cells }) => cells.some((cell) => cell.state === state)),
  );
  return (
    <Root>
      <ul>
        {shown.map((state) => (
          <li key={state}>
            <span aria-hidden data-state={state}>
              {stripStates[state][0]}
            </span>
            {stripStates[state][1]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard has to scroll it. */}
      <section aria-label="Emitido por día" tabIndex={0}>
        <table>
          <caption>Unidades emitidas de las contratadas</caption>
          <thead>
            <tr>
              <th scope="col">Renglón</th>
              {strip.columns.map(({ label, name, from }) => (
                <th key={from} scope="col">
                  <abbr title={name}>{label}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {strip.rows.map(({ id, title, cells }) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                {cells.map((cell, at) => (
                  <td data-state={cell.state} key={strip.columns[at]?.from} title={cellText(cell)}>
                    <span aria-hidden>
                      {cell.state === 'none' ? '' : `${cell.delivered}/${cell.contracted}`}
                    </span>
                    <VisuallyHidden>{cellText(cell)}</VisuallyHidden>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Root>
  );
}
