import type { Bucket } from '@pauta/domain/inventory/capacity/buckets.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { cellsIn } from './matrix/rows.ts';
import type { SelectedCells } from './matrix/selection.ts';
import { describeCell, whyClosed } from './matrix/words.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--pauta-space-2) var(--pauta-space-4);
  min-block-size: 2.75rem;
  & > p { flex: 1 1 20rem; margin: 0; color: var(--pauta-color-text-muted); }
  & strong { color: var(--pauta-color-text); font-weight: var(--pauta-weight-medium); }
`;

/** The selected columns of a space in words. */
const describe = ({ spaces, columns: [first, last] }: SelectedCells, buckets: readonly Bucket[]): string => {
  const chosen = spaces.flatMap((space) => cellsIn(space, buckets).slice(first, last + 1));
  const [space] = spaces;
  const bucket = buckets[first];
  if (space && bucket && chosen[0] && chosen.length === 1) return describeCell(space, chosen[0], bucket);
  const sold = chosen.filter(({ days }) => days > 0);
  const period = `Del ${formatCivilDate(bucket?.from ?? '')} al ${formatCivilDate(buckets[last]?.to ?? '')}`;
  if (sold.length === 0)
    return `${period}: ${space && spaces.length === 1 && bucket ? whyClosed(space, bucket.from) : 'no se venden'}`;
  const least = Math.min(...sold.map(({ free }) => free));
  const full = sold.reduce((sum, cell) => sum + cell.full, 0);
  const days = sold.reduce((sum, cell) => sum + cell.days, 0);
  return `${period}: ${formatCount(days)} ${days === 1 ? 'día' : 'días'} de venta, ${
    full === 0 ? `libre cada uno al menos ${formatCount(least)}` : `${formatCount(full)} sin nada libre`
  }`;
};

/** What is selected in the matrix, in words, and what can be done with it; without a selection, what the matrix shows. */
export function SelectionBar({
  selected,
  buckets,
  summary,
  onOpen,
  onHold,
  onQuote,
  whyNoHold,
}: {
  readonly selected: SelectedCells | null;
  readonly buckets: readonly Bucket[];
  readonly summary: string;
  readonly onOpen: () => void;
  readonly onHold: () => void;
  readonly onQuote: () => void;
  /** Why holding is not possible. */
  readonly whyNoHold?: string | undefined;
}): ReactElement {
  const count = selected?.spaces.length ?? 0;
  const [space] = selected?.spaces ?? [];
  return (
    <Bar>
      <p aria-live="polite">
        {selected ? (
          <>
            <strong>{count === 1 ? space?.name : `${formatCount(count)} espacios`}</strong>
            {` · ${describe(selected, buckets)}`}
          </>
        ) : (
          `${summary}. Elija celdas de uno o de varios espacios: arrástrelas, o use las flechas con Mayús.`
        )}
      </p>
      {selected && (
        <>
          <Button onClick={onQuote}>Agregar a un presupuesto</Button>
          {count === 1 && <Button onClick={onOpen}>Ver</Button>}
          <Button disabledReason={whyNoHold} onClick={onHold} tone="primary">
            {count === 1 ? 'Reservar' : `Reservar los ${formatCount(count)}`}
          </Button>
        </>
      )}
    </Bar>
  );
}
