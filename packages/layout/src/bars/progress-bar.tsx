import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { token } from '../theme/tokens.ts';
import * as texts from './bar-texts.ts';

export interface ProgressBarProps {
  /** Whether something is in progress. */
  readonly active: boolean;
  /** Progress from 0 to 1; without it the progress is indeterminate. */
  readonly value?: number | undefined;
  /** Default «Cargando». */
  readonly label?: string | undefined;
}

const Root = styled.div`
  position: fixed;
  z-index: ${token('z-toast')};
  inset-block-start: 0;
  inset-inline: 0;
  block-size: 3px;
  overflow: hidden;
  opacity: 0;
  /* Delayed, because shorter work would only flicker. */
  animation: pauta-appear 0s 150ms forwards;
  & > div { block-size: 100%; background: ${token('color-accent')}; transform-origin: 0 50%; }
  &:dir(rtl) > div { transform-origin: 100% 50%; }
  &:not([aria-valuenow]) > div { inline-size: 30%; margin-inline-start: 35%; }
  @media (prefers-reduced-motion: no-preference) {
    &:not([aria-valuenow]) > div { margin: 0; animation: pauta-slide 1.1s linear infinite; }
  }
  @media (forced-colors: active) { & > div { background: Highlight; } }
  @media print { display: none; }
  @keyframes pauta-appear { to { opacity: 1; } }
  @keyframes pauta-slide { from { translate: -100% 0; } to { translate: 334% 0; } }
`;

/**
 * A line at the top edge while something is in progress, such as loading the next page. It appears after 150 ms and
 * does not shift the page.
 *
 * @example
 * <ProgressBar active={useNavigation().state !== 'idle'} />
 */
export function ProgressBar({ active, value, label = texts.loading }: ProgressBarProps): ReactElement | null {
  if (!active) return null;
  const known = value === undefined ? null : Math.min(Math.max(value, 0), 1);
  return (
    <Root
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={known === null ? undefined : Math.round(known * 100)}
      role="progressbar"
    >
      <div style={known === null ? undefined : { transform: `scaleX(${known})` }} />
    </Root>
  );
}
