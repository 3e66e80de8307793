import { formatCount } from '@pauta/domain/text/locale.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

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

/** A row or a column of a heat table. */
export interface HeatLine {
  readonly key: string;
  readonly label: string;
}

/** Numbers by row and column: a table whose cells are coloured by value, so it needs no other one. */
export function HeatTable({
  label,
  corner,
  rows,
  columns,
  countOf,
}: {
  readonly label: string;
  /** Head of the first column: `Día`. */
  readonly corner: string;
  readonly rows: readonly HeatLine[];
  readonly columns: readonly HeatLine[];
  readonly countOf: (row: string, column: string) => number;
}): ReactElement {
  const most = Math.max(1, ...rows.flatMap((row) => columns.map((column) => countOf(row.key, column.key))));
  return (
    <Scroll aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {columns.map((column) => {
                const count = countOf(row.key, column.key);
                return (
                  <td
                    key={column.key}
                    style={{ '--heat': (count / most).toFixed(3) } as Record<string, string>}
                  >
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
