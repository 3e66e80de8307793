import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import type { Bucket } from '@pauta/domain/inventory/capacity/buckets.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { cellsIn, type MatrixRow, stateOf } from './matrix/rows.ts';
import { cellPaint, shares } from './matrix/style.ts';

const Root = styled.div`
  & h2 { margin-block: var(--pauta-space-4) var(--pauta-space-1); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-weight: var(--pauta-weight-medium); }
  & ul { margin: 0; padding: 0; list-style: none; }
  & li { border-block-end: 1px solid var(--pauta-color-border); content-visibility: auto; contain-intrinsic-block-size: 5.5rem; }
  & li > button {
    display: grid;
    gap: 2px;
    inline-size: 100%;
    padding: var(--pauta-space-3) 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & li small { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & [data-strip] { display: flex; block-size: 14px; margin-block-start: var(--pauta-space-1); border: 1px solid var(--pauta-color-border); border-radius: var(--pauta-radius-sm); overflow: clip; }
  ${cellPaint}
  & [data-state] { flex: 1; border: 0; }
`;

const step = 100;

const inWords = (space: AvailabilityRow, buckets: readonly Bucket[]): string => {
  const sold = cellsIn(space, buckets).filter(({ days }) => days > 0);
  if (sold.length === 0) return 'No se vende en este periodo';
  const [days, full] = [
    sold.reduce((sum, cell) => sum + cell.days, 0),
    sold.reduce((sum, cell) => sum + cell.full, 0),
  ];
  return full > 0
    ? `Completo ${formatCount(full)} de ${formatCount(days)} días`
    : `Libre cada día, al menos ${formatCount(Math.min(...sold.map(({ free }) => free)))}`;
};

/** The spaces as a list, for a narrow screen: each with its columns as a strip. */
export function SpaceList({
  rows,
  buckets,
  onOpen,
}: {
  readonly rows: readonly MatrixRow[];
  readonly buckets: readonly Bucket[];
  readonly onOpen: (space: AvailabilityRow) => void;
}): ReactElement {
  const [most, setMost] = useState(step);
  const stations: { heading: string; spaces: AvailabilityRow[] }[] = [];
  for (const row of rows.slice(0, most)) {
    if (row.kind === 'space') stations.at(-1)?.spaces.push(row.space);
    else if (row.level === 2)
      stations.push({ heading: `${row.outer[0]?.platform ?? ''} · ${row.name}`, spaces: [] });
  }
  return (
    <Root>
      {stations.map(({ heading, spaces }) => (
        <section key={`${heading} ${spaces[0]?.id}`}>
          <h2>{heading}</h2>
          <ul>
            {spaces.map((space) => (
              <li key={space.id}>
                <button onClick={() => onOpen(space)} type="button">
                  {space.name}
                  <small>{inWords(space, buckets)}</small>
                  <span aria-hidden data-strip>
                    {cellsIn(space, buckets).map((cell, at) => (
                      <span data-state={stateOf(cell)} key={buckets[at]?.from} style={shares(cell)} />
                    ))}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {rows.length > most && (
        <Button onClick={() => setMost(most + step)}>
          {`Mostrar más (${formatCount(rows.length - most)})`}
        </Button>
      )}
    </Root>
  );
}
