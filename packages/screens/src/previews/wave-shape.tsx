import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** Units of the drawing for the loudest sample, above and below its middle. */
const half = 50;

const Drawing = styled.svg`
  display: block;
  inline-size: 100%;
  block-size: 100%;
  & > path { fill: ${t('color-text-muted')}; }
  & > path[data-played] { fill: ${t('color-accent')}; }
  @media (forced-colors: active) {
    & > path { fill: CanvasText; }
    & > path[data-played] { fill: Highlight; }
  }
`;

/** The outline of bars, one a unit wide for each part, from `first` on. */
const barsOf = (peaks: readonly number[], first: number): string =>
  peaks
    .map((peak, at) => {
      // Silence is a line, not a gap.
      const size = Math.max(1, (peak / 255) * half);
      return `M${first + at} ${half - size}h.7v${2 * size}h-.7z`;
    })
    .join('');

/**
 * The shape of a sound as bars; decoration, because it says nothing that its player does not say in words.
 *
 * @param played how much of it was played, from 0 to 1
 */
export function WaveShape({
  peaks,
  played = 0,
}: {
  peaks: readonly number[];
  played?: number;
}): ReactElement {
  const border = Math.round(peaks.length * played);
  return (
    <Drawing aria-hidden preserveAspectRatio="none" viewBox={`0 0 ${Math.max(1, peaks.length)} ${2 * half}`}>
      <path d={barsOf(peaks.slice(0, border), 0)} data-played />
      <path d={barsOf(peaks.slice(border), border)} />
    </Drawing>
  );
}
