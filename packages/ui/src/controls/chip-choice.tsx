import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Field, type FieldProps } from './field.tsx';
import { leavingGroup } from './focus.ts';
import { focusRing, forcedColors } from './style.ts';

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-1')};
  & > label { position: relative; cursor: pointer; }
  & > label > input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; margin: 0; opacity: 0; cursor: inherit; }
  & > label > span {
    display: inline-flex;
    align-items: center;
    gap: ${t('space-1')};
    min-block-size: ${t('target-size')};
    padding-inline: ${t('space-3')};
    border: 1px solid ${t('color-border-strong')};
    border-radius: 999px;
    background: ${t('color-surface')};
    color: ${t('color-text')};
    font-size: ${t('text-sm')};
  }
  & > label > span > small { color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; }
  & > label:hover > span { background: ${t('color-hover')}; }
  & > label > :checked + span { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & > label > :focus-visible + span { ${focusRing} }
  ${forcedColors} { & > label > :checked + span { outline: 2px solid Highlight; } }
`;

/** An option. */
export interface ChipOption {
  readonly value: string;
  readonly label: string;
  /** Shown after the label in small type. */
  readonly detail?: string | undefined;
}

export interface ChipChoiceProps extends FieldProps {
  readonly options: readonly ChipOption[];
  /** Value of the selected option; any other text means that none is selected. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

/**
 * Selects one of a few options, which are all visible: a click selects, the arrow keys move, Enter submits the form.
 * For more than about twenty options use `Select` or `ComboBox`.
 *
 * @example <ChipChoice label="Tipo" onChange={setKind} options={kinds} value={kind} />
 */
export function ChipChoice({ options, value, onChange, onBlur, ...field }: ChipChoiceProps): ReactElement {
  const leave = leavingGroup(onBlur);
  const isChosen = options.some((one) => one.value === value);
  return (
    <Field {...field}>
      {({ id, 'aria-labelledby': labelledBy, ...aria }) => (
        <Chips {...aria} aria-labelledby={labelledBy} role="radiogroup">
          {options.map((option, index) => (
            <label key={option.value}>
              <input
                checked={option.value === value}
                data-focus-target={option.value === value || (!isChosen && index === 0) || undefined}
                name={id}
                onBlur={leave}
                onChange={() => onChange(option.value)}
                type="radio"
                value={option.value}
              />
              <span>
                {option.label}
                {option.detail && <small>{option.detail}</small>}
              </span>
            </label>
          ))}
        </Chips>
      )}
    </Field>
  );
}
