import { type ReactElement, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import { checkRow } from './check-style.ts';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly onBlur?: () => void;
  readonly indeterminate?: boolean;
  readonly readOnly?: boolean;
  readonly name?: string;
}

const Root = styled.div`
  & > label { ${checkRow} }
  & > p { margin: 0; padding-inline-start: 26px; font-size: var(--pauta-text-sm, 0.8125rem); color: var(--pauta-color-text-muted, #595f72); }
  & > p[data-error] { color: var(--pauta-color-danger-text, #9e1f2d); }
`;

/** A check box: a yes/no value, or one of several options that can be selected together. */
export function Checkbox({
  label,
  hint,
  error,
  checked,
  onChange,
  onBlur,
  indeterminate = false,
  readOnly,
  name,
}: CheckboxProps): ReactElement {
  const id = useId();
  return (
    <Root data-field={name}>
      <label>
        <input
          aria-describedby={
            [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
          }
          aria-invalid={error ? true : undefined}
          checked={checked}
          disabled={readOnly}
          name={name}
          onBlur={() => onBlur?.()}
          onChange={(event) => onChange(event.target.checked)}
          ref={(input) => {
            if (input) input.indeterminate = indeterminate;
          }}
          type="checkbox"
        />
        <span>{label}</span>
      </label>
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      {error && (
        <p data-error id={`${id}-error`}>
          {error}
        </p>
      )}
    </Root>
  );
}
