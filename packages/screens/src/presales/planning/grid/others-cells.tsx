import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { describeOther, type OthersCell } from './use-cell-presence.ts';

const Root = styled.ul`
  margin: 0;
  padding: 0;
  color: var(--pauta-color-warning-text);
  font-size: var(--pauta-text-sm);
  list-style: none;
  @media print { display: none; }
`;

/** Who is writing in which cell now. */
export function OthersCells({
  cells,
  rowOf,
}: {
  readonly cells: readonly OthersCell[];
  /** Name of a row; undefined if it is not in the grid. */
  readonly rowOf: (id: string) => string | undefined;
}): ReactElement | null {
  const shown = cells.flatMap((cell) => {
    const row = rowOf(cell.row);
    return row === undefined ? [] : [{ cell, row }];
  });
  if (shown.length === 0) return null;
  return (
    <Root aria-label="Quién escribe ahora">
      {shown.map(({ cell, row }) => (
        <li key={`${cell.row} ${cell.column} ${cell.by}`}>{describeOther(cell, row)}</li>
      ))}
    </Root>
  );
}
