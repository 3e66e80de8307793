import { formatCount } from '@pauta/domain/text/locale.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

export interface HeatCell {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly count: number;
}

const Scroll = styled.section`
  overflow-x: auto;
  & table { inline-size: 100%; min-inline-size: 44rem; border-collapse: separate; border-spacing: 2px; table-layout: fixed; font-size: var(--pauta-text-xs); }
  & th { color: var(--pauta-color-text-muted); font-weight: 400; text-align: center; }
  & th[scope='row'] { inline-size: 5.5rem; text-align: start; }
  & thead th:first-child { inline-size: 5.5rem; }
  & td {
    block-size: 1.75rem;
    border-radius: var(--pauta-radius-sm);
    background: color-mix(in srgb, var(--pauta-color-accent) calc(var(--heat) * 45%), var(--pauta-color-surface-sunken));
    color: var(--pauta-color-text);
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) { & td { border: 1px solid CanvasText; } }
`;

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** The number of actions at each hour of each day of the week: a table whose cells are coloured by value. */
export function HeatMap({ cells, label }: { cells: readonly HeatCell[]; label: string }): ReactElement {
  const counts = new Map(cells.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]));
  const most = Math.max(1, ...counts.values());
  return (
    <Scroll aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Día</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday, index) => (
            <tr key={weekday}>
              <th scope="row">{weekday}</th>
              {hours.map((hour) => {
                const count = counts.get((index + 1) * 24 + hour) ?? 0;
                return (
                  <td key={hour} style={{ '--heat': (count / most).toFixed(3) } as Record<string, string>}>
                    {count > 0 ? formatCount(count) : ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
