import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { visuallyHidden } from '@pauta/ui/controls/style.ts';
import { type CellProps, cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

const Reference = cells.reference;
const CivilDate = cells.date;
const Percent = cells.percent;

const Colored = styled.span`
  &[data-tone='danger'] { color: var(--pauta-color-danger-text); }
  &[data-tone='warning'] { color: var(--pauta-color-warning-text); }
  & > :last-child { ${visuallyHidden} }
`;

const today = (): string => companyDay(new Date().toISOString());

/** Whether an open opportunity has been in its stage for longer than the stage allows. */
export const isStale = (staleOn: unknown): boolean => typeof staleOn === 'string' && staleOn <= today();

/** A value with a warning: beside it or, in the narrow column of a list, by its color. */
function Warned({
  warning,
  tone,
  place,
  children,
}: {
  warning: string;
  tone: 'warning' | 'danger';
  place: CellProps['place'];
  children: ReactNode;
}): ReactElement {
  return place === 'list' ? (
    <Colored data-tone={tone} title={warning}>
      {children}
      <span>{`, ${warning.toLocaleLowerCase('es')}`}</span>
    </Colored>
  ) : (
    <>
      {children}{' '}
      <span data-badge data-tone={tone}>
        {warning}
      </span>
    </>
  );
}

/** The stage, and whether the opportunity has been in it for too long. */
export function StageCell(props: CellProps): ReactElement {
  const stage = <Reference {...props} />;
  return isStale(props.record?.stale_on) ? (
    <Warned place={props.place} tone="warning" warning="Estancada">
      {stage}
    </Warned>
  ) : (
    stage
  );
}

/** The probability, and that of the stage where it was adjusted. */
export function ProbabilityCell(props: CellProps): ReactElement {
  const { field, record, place } = props;
  const shown = <Percent {...props} />;
  const own = record?.probability_override;
  const ofStage = record?.stage_probability_pct;
  if (typeof own !== 'string' || typeof ofStage !== 'string') return shown;
  return (
    <Warned
      place={place}
      tone="warning"
      warning={`Ajustada; la de la etapa es ${formatField(field, ofStage)}`}
    >
      {shown}
    </Warned>
  );
}

/** Whether the expected close date of an open opportunity has passed. */
export const isOverdue = (result: unknown, closes: unknown): boolean =>
  result === 'open' && typeof closes === 'string' && closes < today();

/** The expected close date, and whether it has passed. */
export function CloseDateCell(props: CellProps): ReactElement {
  const date = <CivilDate {...props} />;
  return isOverdue(props.record?.result, props.value) ? (
    <Warned place={props.place} tone="danger" warning="Vencida">
      {date}
    </Warned>
  ) : (
    date
  );
}

export const opportunityCells = {
  stage_id: StageCell,
  probability_pct: ProbabilityCell,
  expected_close_date: CloseDateCell,
};
