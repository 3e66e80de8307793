import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { keyframes, styled } from 'styled-components';

const appear = keyframes`from { opacity: 0; } to { opacity: 1; }`;
const breathe = keyframes`50% { opacity: 0.45; }`;

/**
 * Styles of placeholders, for a container of many: each is an element with `data-skeleton`. They appear after 150 ms.
 */
export const skeletonStyle = `
  & [data-skeleton] {
    display: inline-block;
    inline-size: var(--size, 8rem);
    max-inline-size: 100%;
    block-size: 0.7em;
    border-radius: ${t('radius-sm')};
    background: ${t('color-border')};
    vertical-align: middle;
  }
`;

const Lines = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  opacity: 0;
  animation: ${appear} 200ms 150ms forwards;
  & > span { animation: ${breathe} 1.6s 0.4s infinite; }
  @media (prefers-reduced-motion: reduce) { & > span { animation: none; } }
  ${skeletonStyle}
`;

/** Placeholder for text that is loading, shown after a short delay and announced to screen readers. */
export function Skeleton({
  lines = 3,
  label = 'Cargando…',
}: {
  lines?: number;
  label?: string;
}): ReactElement {
  return (
    <Lines aria-label={label} role="status">
      {Array.from({ length: lines }, (_, index) => (
        <span
          data-skeleton
          key={index}
          style={{ '--size': `${[18, 30, 24, 12][index % 4]}rem` } as Record<string, string>}
        />
      ))}
    </Lines>
  );
}

/** Fade-in for custom skeleton rows. Used with a delay of 150 ms, so that they do not flash when data loads quickly. */
export const delayedFadeIn = keyframes`from { opacity: 0; } to { opacity: 1; }`;
