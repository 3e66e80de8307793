import { scaleLinear, scaleUtc } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { type ReactElement, useId, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

/** A value that holds from a day on. */
export interface Step {
  /** `YYYY-MM-DD` */
  readonly from: string;
  /** Its last day; null: it still holds. */
  readonly to: string | null;
  readonly value: number;
}

/** Values over time that belong together. */
export interface Series {
  readonly key: string;
  readonly label: string;
  /** In the order of time. */
  readonly steps: readonly Step[];
}

const Root = styled.figure`
  margin: 0;
  min-inline-size: 0;
  & > svg { display: block; inline-size: 100%; }
  & path { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
  & [data-grid] { stroke: var(--pauta-color-border); stroke-width: 1; vector-effect: non-scaling-stroke; }
  & text { fill: var(--pauta-color-text-muted); font-size: 11px; }
  & figcaption { margin-block-end: var(--pauta-space-2); }
  & ul { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-4); margin: var(--pauta-space-2) 0 0; padding: 0; list-style: none; font-size: var(--pauta-text-sm); }
  & li::before { content: ''; display: inline-block; inline-size: 1.25rem; margin-inline-end: var(--pauta-space-2); border-block-start: 2px var(--line, solid) var(--paint); vertical-align: middle; }
`;

const paints = ['var(--pauta-color-accent)', 'var(--pauta-color-warning)', 'var(--pauta-color-success)'];
const dashes = ['', '6 4', '2 3'];
const lines = ['solid', 'dashed', 'dotted'];

const size = { height: 220, left: 76, right: 12, top: 12, bottom: 28 } as const;

const time = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Values that change on some days, as lines with steps. The chart is for the eye: its caller shows the same values as a
 * table beside it, which screen readers read.
 *
 * @param until last day of the axis, `YYYY-MM-DD`
 * @param format of the values on the axis
 */
export function StepChart({
  title,
  series,
  until,
  format,
}: {
  readonly title: string;
  readonly series: readonly Series[];
  readonly until: string;
  readonly format: (value: number) => string;
}): ReactElement {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  // Drawn in the pixels that there are: a drawing that is scaled down on a telephone has unreadable text.
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)),
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const steps = series.flatMap((one) => one.steps);
  const first = Math.min(...steps.map(({ from }) => time(from)));
  const x = scaleUtc([first, Math.max(time(until), first + 86_400_000)], [size.left, width - size.right]);
  const y = scaleLinear(
    [0, Math.max(...steps.map(({ value }) => value), 1)],
    [size.height - size.bottom, size.top],
  ).nice(4);
  const path = line<readonly [number, number]>(
    ([at]) => x(at),
    ([, value]) => y(value),
  ).curve(curveStepAfter);
  const points = (one: Series): (readonly [number, number])[] =>
    one.steps.flatMap(({ from, to, value }, place) => {
      const isLast = place === one.steps.length - 1;
      const start = [time(from), value] as const;
      return isLast ? [start, [Math.min(time(to ?? until), time(until)), value] as const] : [start];
    });
  return (
    <Root aria-labelledby={id} ref={frame}>
      <figcaption id={id}>{title}</figcaption>
      <svg aria-hidden height={size.height} viewBox={`0 0 ${width} ${size.height}`}>
        {y.ticks(4).map((value) => (
          <g key={value}>
            <line data-grid x1={size.left} x2={width - size.right} y1={y(value)} y2={y(value)} />
            <text dominantBaseline="middle" textAnchor="end" x={size.left - 8} y={y(value)}>
              {format(value)}
            </text>
          </g>
        ))}
        {x.ticks(Math.max(2, Math.floor(width / 120))).map((at) => (
          <text key={at.getTime()} textAnchor="middle" x={x(at)} y={size.height - 8}>
            {at.toLocaleDateString('es-DO', { month: 'short', year: '2-digit', timeZone: 'UTC' })}
          </text>
        ))}
        {series.map((one, place) => (
          <path
            d={path(points(one)) ?? ''}
            key={one.key}
            stroke={paints[place % paints.length]}
            strokeDasharray={dashes[place % dashes.length]}
          />
        ))}
      </svg>
      {series.length > 1 && (
        <ul>
          {series.map((one, place) => (
            <li
              key={one.key}
              style={
                {
                  '--paint': paints[place % paints.length],
                  '--line': lines[place % lines.length],
                } as Record<string, string | undefined>
              }
            >
              {one.label}
            </li>
          ))}
        </ul>
      )}
    </Root>
  );
}
