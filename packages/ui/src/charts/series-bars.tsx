import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactElement } from 'react';
import { type ChartData, valuesOf } from './chart-data.ts';
import { ChartFrame, type Drawing } from './chart-frame.tsx';
import { Patterns, patternFill } from './patterns.tsx';

export interface SeriesBarsProps {
  readonly data: ChartData;
  /** Text of a value on the axis, short: `RD$1.2 M`. */
  readonly format: (value: number) => string;
  /** Bars of one category side by side, or one on another. */
  readonly layout?: 'grouped' | 'stacked';
  /** Categories from top to bottom, for long names. */
  readonly isHorizontal?: boolean;
}

/** Both ends of a bar, as values. */
type Span = readonly [from: number, to: number];

/** The bars of a category, one on another: positive values away from zero on one side, negative on the other. */
const stackOf = ({ series }: ChartData, category: number): (Span | null)[] => {
  let [up, down] = [0, 0];
  return series.map(({ points }) => {
    const value = points[category]?.value;
    if (value === undefined) return null;
    const from = value >= 0 ? up : down;
    if (value >= 0) up += value;
    else down += value;
    return [from, from + value];
  });
};

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;

/**
 * Bars by category and series.
 *
 * @example <SeriesBars data={data} format={(value) => formatCount(value)} layout="stacked" />
 */
export function SeriesBars({
  data,
  format,
  layout = 'grouped',
  isHorizontal = false,
}: SeriesBarsProps): ReactElement {
  const { categories, series } = data;
  const isStacked = layout === 'stacked' && series.length > 1;
  const spans = categories.map((_, c) =>
    isStacked
      ? stackOf(data, c)
      : series.map(({ points }): Span | null => {
          const value = points[c]?.value;
          return value === undefined ? null : [0, value];
        }),
  );
  const ends = spans.flatMap((of) => of.flatMap((span) => (span ? [...span] : [])));
  const domain: [number, number] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  if (domain[0] === domain[1]) domain[1] = 1;
  const keys = categories.map((_, c) => String(c));

  const draw = ({ width, id, point }: Drawing): ReactElement => {
    const lanes = isStacked ? 1 : Math.max(1, series.length);
    const left = isHorizontal ? Math.min(180, width * 0.35) : 72;
    const row = Math.max(28, lanes * 16 + 8);
    const height = isHorizontal ? categories.length * row + 24 : 240;
    const [top, bottom, right] = [8, 24, 12];
    const along = scaleBand(keys, isHorizontal ? [top, height - bottom] : [left, width - right]).padding(0.2);
    const across = scaleLinear(domain, isHorizontal ? [left, width - right] : [height - bottom, top]).nice(4);
    const lane = along.bandwidth() / lanes;
    const every = Math.max(1, Math.ceil(categories.length / Math.max(1, Math.floor((width - left) / 64))));
    const shapes = spans.flatMap((of, c) =>
      of.map((span, s) => {
        const one = series[s]?.points[c];
        if (!span || !one) return null;
        const [start, end] = [across(span[0]), across(span[1])];
        const base = (along(String(c)) ?? 0) + (isStacked ? 0 : s * lane);
        const long = Math.max(one.value === 0 ? 0 : 1, Math.abs(end - start));
        const from = Math.min(start, end);
        const breadth = Math.max(1, lane - (lanes > 1 ? 1 : 0));
        const bar = isHorizontal
          ? { x: from, y: base, width: long, height: breadth }
          : { x: base, y: from, width: breadth, height: long };
        // Side by side, the whole lane is the target; a short bar would be hard to hit.
        const hit = isStacked
          ? bar
          : isHorizontal
            ? { x: left, y: base, width: width - left - right, height: breadth }
            : { x: base, y: top, width: breadth, height: height - top - bottom };
        return point(
          s,
          c,
          one,
          <>
            <rect data-shape {...bar} fill={patternFill(id, s)} />
            <rect data-hit {...hit} />
          </>,
        );
      }),
    );
    return (
      <svg height={height} viewBox={`0 0 ${width} ${height}`}>
        <title>{data.title}</title>
        <Patterns count={series.length} id={id} />
        <g aria-hidden>
          {across.ticks(4).map((value) => {
            const at = across(value);
            return isHorizontal ? (
              <g key={value}>
                <line data-grid x1={at} x2={at} y1={top} y2={height - bottom} />
                <text textAnchor="middle" x={at} y={height - 8}>
                  {format(value)}
                </text>
              </g>
            ) : (
              <g key={value}>
                <line data-grid x1={left} x2={width - right} y1={at} y2={at} />
                <text dominantBaseline="middle" textAnchor="end" x={left - 6} y={at}>
                  {format(value)}
                </text>
              </g>
            );
          })}
          {categories.map(({ key, label, short = label }, c) => {
            const middle = (along(String(c)) ?? 0) + along.bandwidth() / 2;
            if (isHorizontal)
              return (
                <text dominantBaseline="middle" key={key} textAnchor="end" x={left - 6} y={middle}>
                  {shorten(short, Math.floor(left / 6.2))}
                </text>
              );
            return c % every === 0 ? (
              <text key={key} textAnchor="middle" x={middle} y={height - 8}>
                {shorten(short, Math.max(4, Math.floor((every * along.step()) / 6.2)))}
              </text>
            ) : null;
          })}
        </g>
        {shapes}
        <line
          aria-hidden
          data-zero
          {...(isHorizontal
            ? { x1: across(0), x2: across(0), y1: top, y2: height - bottom }
            : { x1: left, x2: width - right, y1: across(0), y2: across(0) })}
        />
      </svg>
    );
  };
  return valuesOf(data).length === 0 ? (
    <p>No hay valores que mostrar.</p>
  ) : (
    <ChartFrame
      data={data}
      isTurned={isHorizontal}
      legend={(place, id) => <rect fill={patternFill(id, place)} height="14" width="20" />}
    >
      {draw}
    </ChartFrame>
  );
}
