import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Link } from '../router.ts';
import type { ChartData, ChartPoint } from './chart-data.ts';

const Root = styled.figure`
  margin: 0;
  min-inline-size: 0;
  print-color-adjust: exact;
  & > figcaption { margin-block-end: var(--pauta-space-2); font-weight: var(--pauta-weight-medium); }
  & svg { display: block; inline-size: 100%; overflow: visible; }
  & svg text { fill: var(--pauta-color-text-muted); font-size: 11px; }
  & [data-grid] { stroke: var(--pauta-color-border); }
  & [data-zero] { stroke: var(--pauta-color-border-strong); }
  & [data-pattern] { fill: none; stroke: var(--pauta-color-surface); stroke-width: 1.5; stroke-opacity: 0.75; }
  & [data-hit] { fill: transparent; }
  & [data-line] { fill: none; stroke-width: 2; }
  & a { cursor: pointer; }
  & [data-point]:is(:focus-visible, :hover) [data-shape] { stroke: var(--pauta-color-text); stroke-width: 2; }
  & [data-point]:focus-visible { outline: none; }
  & [data-point]:focus-visible [data-hit] { stroke: var(--pauta-color-focus); stroke-width: var(--pauta-focus-width); }
  & > [data-readout] { min-block-size: 1.45em; margin: var(--pauta-space-1) 0 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > ul { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-4); margin: var(--pauta-space-2) 0 0; padding: 0; list-style: none; font-size: var(--pauta-text-sm); }
  & > ul > li { display: flex; align-items: center; gap: var(--pauta-space-2); }
  & > ul svg { inline-size: 1.25rem; block-size: 0.875rem; flex: none; }
  & details { margin-block-start: var(--pauta-space-2); font-size: var(--pauta-text-sm); }
  & summary { cursor: pointer; color: var(--pauta-color-accent-text); inline-size: fit-content; min-block-size: 1.5rem; }
  & [data-table] { display: inline-block; min-block-size: 1.5rem; color: var(--pauta-color-accent-text); }
  @media print { & [data-table] { display: none; } }
  & [data-scroll] { max-block-size: 18rem; overflow: auto; }
  & table { border-collapse: collapse; }
  & :is(th, td) { padding: 2px var(--pauta-space-3) 2px 0; text-align: start; font-weight: 400; white-space: nowrap; }
  & thead th { color: var(--pauta-color-text-muted); }
  & :is(td, thead th + th) { text-align: end; font-variant-numeric: tabular-nums; }
  & td a { display: inline-block; min-block-size: 1.5rem; }
  @media (forced-colors: active) {
    & [data-solid] { fill: CanvasText !important; }
    & [data-pattern] { stroke: Canvas; }
    & [data-line] { stroke: CanvasText !important; }
  }
`;

/** How a chart draws one point: the `<a>` or `<g>` around the shape, which is reached by the keyboard. */
export type DrawPoint = (
  series: number,
  category: number,
  point: ChartPoint,
  shape: ReactNode,
) => ReactElement;

export interface Drawing {
  /** Width of the drawing, in pixels. */
  readonly width: number;
  /** Prefix of ids of definitions of this chart. */
  readonly id: string;
  readonly point: DrawPoint;
}

type Place = readonly [series: number, category: number];

const isAt = (a: Place | undefined, b: Place): boolean => a !== undefined && a[0] === b[0] && a[1] === b[1];

/** The next place with a value, from one place in one direction; undefined where there is none. */
const nextPlace = ({ series, categories }: ChartData, [from, at]: Place, step: Place): Place | undefined => {
  let [s, c] = [from + step[0], at + step[1]];
  while (s >= 0 && s < series.length && c >= 0 && c < categories.length) {
    if (series[s]?.points[c]) return [s, c];
    [s, c] = [s + step[0], c + step[1]];
  }
  return undefined;
};

const firstPlace = ({ series, categories }: ChartData, backwards = false): Place | undefined => {
  const places = categories.flatMap((_, c) =>
    series.flatMap(({ points }, s): Place[] => (points[c] ? [[s, c]] : [])),
  );
  return backwards ? places.at(-1) : places[0];
};

const steps: Readonly<Record<string, Place>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/**
 * What all charts have: title, legend, the value under the pointer or the focus, and the same values as a table.
 *
 * A chart is one stop of the Tab key. Arrow keys go through its points, each of which has a name; a point with an address
 * is a link.
 *
 * @param isTurned the categories are from top to bottom, so arrow up and down go through them
 */
export function ChartFrame({
  data,
  legend,
  isTurned = false,
  children,
}: {
  readonly data: ChartData;
  /** The mark of a series in the legend. */
  readonly legend: (series: number, id: string) => ReactNode;
  readonly isTurned?: boolean;
  readonly children: (drawing: Drawing) => ReactNode;
}): ReactElement {
  const { title, axis, categories, series, tableId } = data;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  // Drawn in the pixels that there are: a drawing that is scaled down on a telephone has unreadable text.
  const [width, setWidth] = useState(640);
  const [stop, setStop] = useState<Place>();
  const [shown, setShown] = useState<Place>();
  useLayoutEffect(() => {
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(240, entry.contentRect.width)),
    );
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const tabStop = stop && series[stop[0]]?.points[stop[1]] ? stop : firstPlace(data);
  const nameOf = ([s, c]: Place): string => {
    const own = series.length > 1 ? `, ${series[s]?.label}` : '';
    return `${categories[c]?.label}${own}: ${series[s]?.points[c]?.text}`;
  };
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !tabStop) return;
    const step = steps[event.key];
    const to = step
      ? nextPlace(data, tabStop, isTurned ? [step[1], step[0]] : step)
      : event.key === 'Home'
        ? firstPlace(data)
        : event.key === 'End'
          ? firstPlace(data, true)
          : undefined;
    if (!step && !to) return;
    event.preventDefault();
    if (!to) return;
    frame.current?.querySelector<SVGElement>(`[data-point="${to[0]}-${to[1]}"]`)?.focus();
  };
  const point: DrawPoint = (s, c, { to }, shape) => {
    const place: Place = [s, c];
    const common = {
      'aria-label': nameOf(place),
      'data-point': `${s}-${c}`,
      tabIndex: isAt(tabStop, place) ? 0 : -1,
      onFocus: () => {
        setStop(place);
        setShown(place);
      },
      onBlur: () => setShown(undefined),
      onPointerEnter: () => setShown(place),
      onPointerLeave: () => setShown(undefined),
    };
    return to === undefined ? (
      // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the focus comes to it so that its name is read.
      <g key={`${s}-${c}`} {...common} role="img">
        {shape}
      </g>
    ) : (
      <Link key={`${s}-${c}`} {...common} to={to}>
        {shape}
      </Link>
    );
  };
  return (
    <Root aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form. */}
      <div
        aria-label={`${title}: recorra los valores con las flechas`}
        onKeyDown={move}
        ref={frame}
        role="group"
      >
        {children({ width, id, point })}
      </div>
      <p aria-hidden data-readout>
        {shown ? nameOf(shown) : ''}
      </p>
      {series.length > 1 && (
        <ul>
          {series.map(({ key, label }, place) => (
            <li key={key}>
              <svg aria-hidden viewBox="0 0 20 14">
                {legend(place, id)}
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      {tableId === undefined ? (
        <details>
          <summary>Ver como tabla</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
          <section aria-label={`${title}, como tabla`} data-scroll tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{axis}</th>
                  {series.map(({ key, label }) => (
                    <th key={key} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {categories.map(({ key, label }, c) => (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    {series.map(({ key: of, points }) => {
                      const one = points[c];
                      return (
                        <td key={of}>
                          {one?.to === undefined ? (one?.text ?? '—') : <Link to={one.to}>{one.text}</Link>}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      ) : (
        <a data-table href={`#${tableId}`}>
          Ir a la tabla
        </a>
      )}
    </Root>
  );
}
