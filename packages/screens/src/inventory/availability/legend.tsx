import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { bars, cellPaint } from './matrix/style.ts';

const Root = styled.ul`
  ${cellPaint}
  display: flex;
  flex-wrap: wrap;
  gap: var(--pauta-space-1) var(--pauta-space-4);
  margin: 0;
  padding: 0;
  list-style: none;
  color: var(--pauta-color-text-muted);
  font-size: var(--pauta-text-sm);
  & li { display: flex; align-items: center; gap: var(--pauta-space-2); }
  & [data-state] { inline-size: 2.75rem; block-size: 1.5rem; border: 1px solid var(--pauta-color-border); line-height: 1.3rem; }
  & [data-exclusive] { border-inline-start: 3px dotted var(--pauta-color-text); }
  & [data-raised] { border-block-start: 3px double var(--pauta-color-text); line-height: 1.1rem; }
`;

const entries = [
  { state: 'free', label: 'Libre: lo que queda', sample: '20' },
  { state: 'taken', label: 'Vendido', sample: '8', bars: bars(60, 0) },
  { state: 'taken', label: 'Reservado', sample: '8', bars: bars(0, 60) },
  { state: 'full', label: 'Completo', sample: '0', bars: bars(100, 0) },
  { state: 'partly', label: 'Completo algunos días', sample: '0', bars: bars(80, 0), by: 'longer' },
  { state: 'closed', label: 'No se vende', sample: '' },
  { state: 'full', label: 'En cola', sample: '0', marks: { 'data-queue': 2 }, bars: bars(0, 100) },
  { state: 'free', label: 'Ofrecido', sample: '20', marks: { 'data-offers': 1 } },
  { state: 'taken', label: 'Con sobrecapacidad', sample: '2', marks: { 'data-raised': true } },
  { state: 'free', label: 'Una industria en exclusiva', sample: '20', marks: { 'data-exclusive': true } },
] as const;

/** What the paint and the marks of the cells mean. @param isLonger the columns are weeks or months */
export const Legend = ({ isLonger }: { readonly isLonger: boolean }): ReactElement => (
  <Root aria-label="Leyenda">
    {entries
      .filter((entry) => isLonger || !('by' in entry))
      .map((entry) => (
        <li key={entry.label}>
          <span
            aria-hidden
            data-state={entry.state}
            {...('marks' in entry ? entry.marks : {})}
            style={'bars' in entry ? entry.bars : undefined}
          >
            {entry.sample}
          </span>
          {entry.label}
        </li>
      ))}
  </Root>
);
