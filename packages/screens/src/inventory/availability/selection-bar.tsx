import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { describeDay, type MatrixSelection } from './matrix.tsx';
import { daysOf, type MatrixDay } from './matrix-rows.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2) var(--pauta-space-4);
  min-block-size: 2.75rem;
  & > p { flex: 1 1 20rem; margin: 0; color: var(--pauta-color-text-muted); }
  & strong { color: var(--pauta-color-text); font-weight: var(--pauta-weight-medium); }
`;

const describe = ({ space, first, last }: MatrixSelection, days: readonly MatrixDay[]): string => {
  const chosen = daysOf(space, days).slice(first, last + 1);
  const [day] = chosen;
  const from = days[first]?.day ?? '';
  if (day && chosen.length === 1) return describeDay(day, space.capacity_unit, from);
  const sold = chosen.filter(({ capacity }) => capacity > 0);
  const least = Math.min(...sold.map(({ free }) => free));
  const period = `Del ${formatCivilDate(from)} al ${formatCivilDate(days[last]?.day ?? '')}`;
  return sold.length === 0
    ? `${period}: no se vende`
    : `${period}: ${formatCount(sold.length)} ${sold.length === 1 ? 'día' : 'días'} de venta; libre cada día, al menos ${formatCount(least)}`;
};

/** What is selected in the matrix, in words, and opening it; without a selection, what the matrix shows. */
export function SelectionBar({
  selection,
  days,
  summary,
  onOpen,
}: {
  readonly selection: MatrixSelection | null;
  readonly days: readonly MatrixDay[];
  readonly summary: string;
  readonly onOpen: () => void;
}): ReactElement {
  return (
    <Bar>
      <p aria-live="polite">
        {selection ? (
          <>
            <strong>{selection.space.name}</strong>
            {` · ${describe(selection, days)}`}
          </>
        ) : (
          `${summary}. Elija un día, o arrastre para elegir varios de un espacio.`
        )}
      </p>
      {selection && (
        <Button onClick={onOpen} tone="primary">
          Ver y reservar
        </Button>
      )}
    </Bar>
  );
}
