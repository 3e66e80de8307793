import type { ComponentPropsWithRef, ReactElement } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Native = Omit<
  ComponentPropsWithRef<'textarea'>,
  'value' | 'onChange' | 'required' | 'name' | 'readOnly'
>;

export interface TextAreaProps extends FieldProps, Native {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for several lines of text; the user can increase its height. */
export function TextArea({
  label,
  hint,
  error,
  required,
  hideLabel,
  name,
  readOnly,
  value,
  onChange,
  ...native
}: TextAreaProps): ReactElement {
  return (
    <Field {...{ label, hint, error, required, hideLabel, name, readOnly }}>
      {(aria) => (
        <div data-box>
          <textarea
            rows={3}
            {...native}
            {...aria}
            name={name}
            onChange={(event) => onChange(event.target.value)}
            readOnly={readOnly}
            value={value}
          />
        </div>
      )}
    </Field>
  );
}
