import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { expectedUnits, pace } from '@pauta/domain/postsales/quotas/pace.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { CellProps } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Amount = styled.span`
  &[data-late] {
    color: var(--pauta-color-danger-text);
    font-weight: 600;
  }
`;

/** What is aired less than this, in percent of what was due, is behind. */
const behind = 90;

/** Units aired, with those that should have been aired by now where it is behind. */
function AiredCell({ value, record = {} }: CellProps): ReactElement {
  const aired = Number(value ?? 0);
  const { contracted, flight } = record;
  const expected = flight ? expectedUnits(Number(contracted ?? 0), flight as DateRange, companyToday()) : 0;
  const percent = pace(aired, expected);
  if (percent === null || percent >= behind) return <Amount>{formatCount(aired)}</Amount>;
  return (
    <Amount data-late title={`Ritmo: ${percent} % de lo esperado hasta hoy`}>
      {formatCount(aired)} de {formatCount(expected)} esperadas
    </Amount>
  );
}

/** Cells of the fields of a quota. */
export const quotaCells = { aired: AiredCell };
