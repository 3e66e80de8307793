import { weekdayNames } from '@pauta/domain/catalogues/choices.ts';
import { token as t } from '@pauta/layout/theme';
import type { InputProps } from '@pauta/ui/field-components/inputs.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: flex;
  gap: 2px;
  & > button {
    flex: 1 1 0;
    min-inline-size: 0;
    block-size: ${t('control-height')};
    padding: 0;
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-sm')};
    background: none;
    color: ${t('color-text-muted')};
    font: inherit;
    font-size: ${t('text-sm')};
    cursor: pointer;
  }
  & > button[aria-pressed='true'] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & > button:focus-visible { outline: 2px solid ${t('color-focus')}; outline-offset: 1px; }
  & + [data-error] { margin: ${t('space-1')} 0 0; color: ${t('color-danger-text')}; }
`;

const letters: Readonly<Record<string, string>> = { 1: 'L', 2: 'M', 3: 'X', 4: 'J', 5: 'V', 6: 'S', 7: 'D' };

/** The weekdays of a line as seven buttons in one row. */
export function DaysInput({ label, value, onChange, onBlur, error, name }: InputProps): ReactElement {
  const chosen = new Set((value as readonly string[] | null) ?? []);
  const change = (day: string): void => {
    const next = Object.keys(weekdayNames).filter((one) => chosen.has(one) !== (one === day));
    onChange(next);
  };
  return (
    <>
      <Root aria-label={label} onBlur={onBlur} role="group">
        {Object.entries(weekdayNames).map(([day, dayName], index) => (
          <button
            aria-label={dayName}
            aria-pressed={chosen.has(day)}
            id={index === 0 ? name : undefined}
            key={day}
            onClick={() => change(day)}
            title={dayName}
            type="button"
          >
            {letters[day]}
          </button>
        ))}
      </Root>
      {error !== undefined && <p data-error>{error}</p>}
    </>
  );
}
