import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { token as t } from '@pauta/layout/theme';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** A step of an order. */
export interface Step {
  readonly id: string;
  readonly task: string;
  readonly isRequired: boolean;
  readonly doneAt: string | null;
  readonly doneBy: string | null;
  readonly remark: string | null;
  /** It was ticked here and is not sent yet. */
  readonly isWaiting?: boolean;
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { padding-block: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; }
  & > li:last-child { border-block-end: 0; }
  & label { min-block-size: ${t('target-size')}; }
`;

const said = ({ doneAt, doneBy, remark, isWaiting }: Step): string | undefined => {
  if (isWaiting) return 'Por enviar';
  if (doneAt === null) return undefined;
  return [`Hecho ${formatInstant(doneAt)}${doneBy ? `, ${doneBy}` : ''}`, remark].filter(Boolean).join(' · ');
};

export interface StepListProps {
  readonly steps: readonly Step[];
  /** Absent: the steps are only shown. */
  readonly onToggle?: ((id: string, isDone: boolean) => void) | undefined;
  /** Id of the step that is being sent. */
  readonly running?: string | null;
}

/** The steps of an order with who did them and when. */
export const StepList = ({ steps, onToggle, running = null }: StepListProps): ReactElement => (
  <List aria-label="Pasos">
    {steps.map((step) => (
      <li key={step.id}>
        <Checkbox
          checked={step.doneAt !== null}
          hint={said(step)}
          label={step.isRequired ? step.task : `${step.task} (opcional)`}
          onChange={(isDone) => onToggle?.(step.id, isDone)}
          readOnly={!onToggle || running !== null}
        />
      </li>
    ))}
  </List>
);
