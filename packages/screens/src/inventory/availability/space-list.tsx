import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { shares } from './matrix.tsx';
import { daysOf, type MatrixDay, type MatrixRow, stateOf } from './matrix-rows.ts';
import { cellPaint } from './matrix-style.ts';

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

const inWords = (space: AvailabilityRow, days: readonly MatrixDay[]): string => {
  const sold = daysOf(space, days).filter(({ capacity }) => capacity > 0);
  if (sold.length === 0) return 'No se vende en este periodo';
  const full = sold.filter(({ free }) => free === 0).length;
  const least = Math.min(...sold.map(({ free }) => free));
  return full > 0
    ? `Completo ${formatCount(full)} de ${formatCount(sold.length)} días`
    : `Libre cada día, al menos ${formatCount(least)}`;
};

/** The spaces as a list, for a narrow screen: each with its days as a strip. */
export function SpaceList({
  rows,
  days,
  onOpen,
}: {
  readonly rows: readonly MatrixRow[];
  readonly days: readonly MatrixDay[];
  readonly onOpen: (space: AvailabilityRow) => void;
}): ReactElement {
  const [most, setMost] = useState(step);
  const stations: { heading: string; spaces: AvailabilityRow[] }[] = [];
  for (const row of rows.slice(0, most)) {
    if (row.kind === 'station') stations.push({ heading: `${row.platform} · ${row.name}`, spaces: [] });
    else stations.at(-1)?.spaces.push(row.space);
  }
  return (
    <Root>
      {stations.map(({ heading, spaces }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul>
            {spaces.map((space) => (
              <li key={space.id}>
                <button onClick={() => onOpen(space)} type="button">
                  {space.name}
                  <small>{inWords(space, days)}</small>
                  <span aria-hidden data-strip>
                    {daysOf(space, days).map((day, at) => (
                      <span data-state={stateOf(day)} key={days[at]?.day} style={shares(day)} />
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
