import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { checkRow } from './check-style.ts';
import { Field, type FieldProps } from './field.tsx';
import type { SelectOption } from './select.tsx';

export interface CheckListProps extends FieldProps {
  readonly options: readonly SelectOption[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly onBlur?: () => void;
}

const Group = styled.div`
  display: flex;
  flex-direction: column;
  max-block-size: 18rem;
  overflow: auto;
  padding: 2px;
  margin: -2px;
  & > label { ${checkRow} padding-inline: ${t('space-1')}; border-radius: ${t('radius-sm')}; }
  &[data-many] { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.5rem, 1fr)); }
  & > label:hover { background: ${t('color-hover')}; }
`;

/** Selects any number of a few options, which are all visible. */
export function CheckList({ options, value, onChange, onBlur, ...field }: CheckListProps): ReactElement {
  return (
    <Field {...field}>
      {(aria) => (
        <Group
          aria-describedby={aria['aria-describedby']}
          aria-labelledby={aria['aria-labelledby']}
          data-many={(options.length > 12 && options.every(({ label }) => label.length < 8)) || undefined}
          onBlur={() => onBlur?.()}
          role="group"
        >
          {options.map((option) => (
            <label key={option.value}>
              <input
                checked={value.includes(option.value)}
                disabled={field.readOnly}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...value, option.value]
                      : value.filter((one) => one !== option.value),
                  )
                }
                type="checkbox"
              />
              <span>{option.label}</span>
            </label>
          ))}
        </Group>
      )}
    </Field>
  );
}
