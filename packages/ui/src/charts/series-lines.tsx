import { scaleLinear, scalePoint } from 'd3-scale';
import { line, symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import type { ReactElement } from 'react';
import { type ChartData, type ChartPoint, paintOf, valuesOf } from './chart-data.ts';
import { ChartFrame, type Drawing } from './chart-frame.tsx';

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond] as const;
const dashes = ['', '6 4', '2 3', '10 3 2 3'] as const;

const shapeOf = (place: number, size: number): string =>
  symbol(shapes[place % shapes.length] ?? symbolCircle, size)() ?? '';

/**
 * Lines over categories in an order, such as months. Series differ by colour, dashes and the shape of their points.
 *
 * @param format text of a value on the axis, short
 * @example <SeriesLines data={data} format={(value) => `${value} %`} />
 */
export function SeriesLines({
  data,
  format,
}: {
  readonly data: ChartData;
  readonly format: (value: number) => string;
}): ReactElement {
  const { categories, series } = data;
  const values = valuesOf(data);
  const keys = categories.map((_, c) => String(c));
  const domain: [number, number] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (domain[0] === domain[1]) domain[1] = 1;

  const draw = ({ width, point }: Drawing): ReactElement => {
    const [height, left, right, top, bottom] = [240, 72, 20, 12, 24];
    const x = scalePoint(keys, [left, width - right]).padding(categories.length === 1 ? 0.5 : 0);
    const y = scaleLinear(domain, [height - bottom, top]).nice(4);
    const at = (c: number): number => x(String(c)) ?? left;
    const every = Math.max(1, Math.ceil(categories.length / Math.max(1, Math.floor((width - left) / 64))));
    const path = line<ChartPoint | null>(
      (_, c) => at(c),
      (one) => y(one?.value ?? 0),
    ).defined((one) => one !== null);
    return (
      <svg height={height} viewBox={`0 0 ${width} ${height}`}>
        <title>{data.title}</title>
        <g aria-hidden>
          {y.ticks(4).map((value) => (
            <g key={value}>
              <line data-grid x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
              <text dominantBaseline="middle" textAnchor="end" x={left - 6} y={y(value)}>
                {format(value)}
              </text>
            </g>
          ))}
          {categories.map(({ key, label, short = label }, c) =>
            c % every === 0 ? (
              <text key={key} textAnchor="middle" x={at(c)} y={height - 8}>
                {short}
              </text>
            ) : null,
          )}
          {series.map(({ key, points }, place) => (
            <path
              d={path(points) ?? ''}
              data-line
              key={key}
              strokeDasharray={dashes[place % dashes.length]}
              style={{ stroke: paintOf(place) }}
            />
          ))}
        </g>
        {series.flatMap(({ points }, s) =>
          points.map((one, c) =>
            one
              ? point(
                  s,
                  c,
                  one,
                  <g transform={`translate(${at(c)},${y(one.value)})`}>
                    <path d={shapeOf(s, 40)} data-shape data-solid style={{ fill: paintOf(s) }} />
                    <circle data-hit r="12" />
                  </g>,
                )
              : null,
          ),
        )}
        <line aria-hidden data-zero x1={left} x2={width - right} y1={y(0)} y2={y(0)} />
      </svg>
    );
  };
  return values.length === 0 ? (
    <p>No hay valores que mostrar.</p>
  ) : (
    <ChartFrame
      data={data}
      legend={(place) => (
        <>
          <line
            data-line
            strokeDasharray={dashes[place % dashes.length]}
            style={{ stroke: paintOf(place) }}
            x1="0"
            x2="20"
            y1="7"
            y2="7"
          />
          <path
            d={shapeOf(place, 40)}
            data-solid
            style={{ fill: paintOf(place) }}
            transform="translate(10,7)"
          />
        </>
      )}
    >
      {draw}
    </ChartFrame>
  );
}
