import type { Tone } from '@pauta/domain/kinds/choice.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

/**
 * Styles of badges, for a container of many badges: each is an element with `data-badge`, its tone is in `data-tone`.
 */
export const badgeStyle = `
  & [data-badge], &[data-badge] {
    display: inline-block;
    max-inline-size: 100%;
    overflow: hidden;
    vertical-align: middle;
    text-overflow: ellipsis;
    padding: 1px ${t('space-2')};
    border-radius: ${t('radius-full')};
    background: ${t('color-neutral-soft')};
    color: ${t('color-neutral-text')};
    font-size: ${t('text-xs')};
    font-weight: ${t('weight-medium')};
    line-height: 1.55;
    white-space: nowrap;
  }
  & [data-badge][data-tone]::before, &[data-badge][data-tone]::before {
    content: '';
    display: inline-block;
    margin-inline-end: 6px;
    vertical-align: 0.125em;
    inline-size: 6px;
    block-size: 6px;
    border-radius: ${t('radius-full')};
    background: ${t('color-neutral')};
  }
  ${(['info', 'success', 'warning', 'danger'] as const)
    .map(
      (tone) => `
  & [data-badge][data-tone='${tone}'], &[data-badge][data-tone='${tone}'] { background: ${t(`color-${tone}-soft`)}; color: ${t(`color-${tone}-text`)}; }
  & [data-badge][data-tone='${tone}']::before, &[data-badge][data-tone='${tone}']::before { background: ${t(`color-${tone}`)}; }`,
    )
    .join('')}
  @media (forced-colors: active) { & [data-badge], &[data-badge] { border: 1px solid CanvasText; } }
`;

const Root = styled.span`${badgeStyle}`;

/** A state as a coloured word. @example <Badge tone="success">Activo</Badge> */
export function Badge({ tone, children }: { tone?: Tone | undefined; children: ReactNode }): ReactElement {
  return (
    <Root data-badge data-tone={tone}>
      {children}
    </Root>
  );
}
