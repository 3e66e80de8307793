import { formatCount } from '@pauta/domain/text/locale.ts';
import { type ReactElement, useId } from 'react';
import { styled } from 'styled-components';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
}

const Root = styled.figure`
  margin: 0;
  dl + & { margin-block-start: var(--pauta-space-5); }
  min-inline-size: 0;
  & > svg { display: block; inline-size: 100%; block-size: 9rem; overflow: visible; }
  & rect { fill: var(--pauta-color-accent); }
  & rect[data-empty] { fill: var(--pauta-color-border); }
  & line { stroke: var(--pauta-color-border); }
  & > div { display: flex; justify-content: space-between; gap: var(--pauta-space-2); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); }
  & details { margin-block-start: var(--pauta-space-2); font-size: var(--pauta-text-sm); }
  & summary { cursor: pointer; color: var(--pauta-color-accent-text); inline-size: fit-content; }
  & [data-scroll] { max-block-size: 18rem; overflow: auto; }
  & table { border-collapse: collapse; }
  & :is(th, td) { padding: 2px var(--pauta-space-3) 2px 0; text-align: start; font-weight: 400; }
  & td { text-align: end; font-variant-numeric: tabular-nums; }
  @media (forced-colors: active) { & rect { fill: CanvasText; } }
`;

const height = 100;

/** A bar chart over time, with the same figures as a table for users who cannot read the chart. */
export function BarChart({
  title,
  unit,
  bars,
}: {
  title: string;
  /** Unit of the values: "acciones". */
  unit: string;
  bars: readonly Bar[];
}): ReactElement {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = 100 / Math.max(1, bars.length);
  const peak = bars.find(({ value }) => value === most);
  return (
    <Root aria-labelledby={id}>
      <figcaption id={id}>
        {title}
        {peak && most > 0 && (
          <small>
            {' '}
            · máximo {formatCount(peak.value)} ({peak.label})
          </small>
        )}
      </figcaption>
      <svg aria-hidden preserveAspectRatio="none" viewBox={`0 0 100 ${height}`}>
        {bars.map(({ key, label, value }, index) => {
          const tall = value === 0 ? 1 : Math.max(2, (value / most) * (height - 4));
          return (
            <rect
              data-empty={value === 0 || undefined}
              height={tall}
              key={key}
              width={Math.max(0.2, width * 0.8)}
              x={index * width + width * 0.1}
              y={height - tall}
            >
              <title>{`${label}: ${formatCount(value)} ${unit}`}</title>
            </rect>
          );
        })}
        <line x1="0" x2="100" y1={height} y2={height} />
      </svg>
      <div aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <details>
        <summary>Ver como tabla</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
        <section aria-label={`${title}, como tabla`} data-scroll tabIndex={0}>
          <table>
            <tbody>
              {bars.map(({ key, label, value }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{formatCount(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Root>
  );
}
