import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { useId } from 'react';
import { styled } from 'styled-components';

const Root = styled.fieldset`
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend { margin-block-end: ${t('space-1')}; padding: 0; font-size: ${t('text-sm')}; font-weight: ${t('weight-medium')}; }
  & > label {
    display: grid;
    grid-template-columns: auto 1fr;
    column-gap: ${t('space-2')};
    align-items: baseline;
    min-block-size: ${t('target-size')};
    padding: ${t('space-1')} 0;
    cursor: pointer;
  }
  & input { inline-size: 16px; block-size: 16px; margin: 0; translate: 0 2px; accent-color: ${t('color-accent')}; }
  & small { grid-column: 2; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

export interface RadioOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly hint?: ReactNode;
}

/** Selects one of a few options, which are all visible. */
export function RadioList<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly RadioOption<V>[];
  value: V;
  onChange: (value: V) => void;
}): ReactElement {
  const name = useId();
  return (
    <Root>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            checked={option.value === value}
            name={name}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          <span>{option.label}</span>
          {option.hint && <small>{option.hint}</small>}
        </label>
      ))}
    </Root>
  );
}
