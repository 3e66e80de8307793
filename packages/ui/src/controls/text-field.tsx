import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Native = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'required' | 'name' | 'readOnly' | 'prefix'
>;

export interface TextFieldProps extends FieldProps, Native {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shown inside the input before the text: an icon or a symbol. */
  readonly prefix?: ReactNode;
  readonly suffix?: ReactNode;
}

/**
 * An input for one line of text.
 *
 * @example <TextField label="Correo" type="email" autoComplete="email" value={email} onChange={setEmail} />
 */
export function TextField({
  label,
  hint,
  error,
  required,
  hideLabel,
  name,
  readOnly,
  value,
  onChange,
  prefix,
  suffix,
  ...native
}: TextFieldProps): ReactElement {
  return (
    <Field {...{ label, hint, error, required, hideLabel, name, readOnly }}>
      {(aria) => (
        <div data-box>
          {prefix}
          <input
            autoComplete="off"
            {...native}
            {...aria}
            aria-invalid={aria['aria-invalid'] ?? native['aria-invalid']}
            name={name}
            onChange={(event) => onChange(event.target.value)}
            readOnly={readOnly}
            value={value}
          />
          {suffix}
        </div>
      )}
    </Field>
  );
}
