import { type Field, isEmpty } from '@pauta/domain/kinds/kind.ts';
import { isActive } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Field as Frame } from '../controls/field.tsx';
import type { Labels } from '../data/use-label.ts';
import { cells } from '../field-components/cells.tsx';
import { type Input, inputs, neighbours } from '../field-components/inputs.tsx';

export interface FormFieldProps {
  readonly name: string;
  readonly field: Field;
  readonly labels: Labels;
  /** The values of the record, for fields that are not in the form. */
  readonly record: Values;
  readonly input?: Input | undefined;
  readonly readOnly?: boolean | undefined;
  /** Why the field is read-only, or another hint. */
  readonly hint?: string | undefined;
  /** Validates a field immediately; see `checkOne`. */
  readonly check: (name: string) => void;
}

/** One field of a form. It is rendered again only if its own value or one on which it depends changes. */
export function FormField(props: FormFieldProps): ReactElement | null {
  const { field, record } = props;
  const { when } = field.options;
  const { control } = useFormContext();
  const condition = useWatch({ control, name: when?.field ?? '', disabled: when === undefined });
  if (!isActive(field, when && condition !== undefined ? { [when.field]: condition } : record)) return null;
  return (
    <div data-width={field.options.width ?? 'medium'}>
      {props.readOnly ? <Shown {...props} /> : <Editable {...props} />}
    </div>
  );
}

function Shown({ name, field, labels, record, hint }: FormFieldProps): ReactElement {
  const Cell = cells[field.kind.name];
  return (
    <Frame hint={hint} label={labels.label(field)} readOnly>
      {(aria) => (
        <output aria-describedby={aria['aria-describedby']} data-box id={aria.id}>
          <Cell field={field} place="list" record={record} value={record[name]} />
        </output>
      )}
    </Frame>
  );
}

function Editable({ name, field, labels, record, input, check, hint }: FormFieldProps): ReactElement {
  const { control } = useFormContext();
  const { field: bound, fieldState } = useController({ control, name });
  const watched = neighbours(field);
  const around = useWatch({ control, name: watched as string[], disabled: watched.length === 0 }) as
    | readonly unknown[]
    | undefined;
  const values: Record<string, unknown> = { ...record };
  watched.forEach((other, index) => {
    if (around?.[index] !== undefined) values[other] = around[index];
  });
  const Face = input ?? inputs[field.kind.name];
  const label = labels.label(field);
  return (
    <Face
      error={fieldState.error?.message}
      field={field}
      hint={hint ?? field.options.hint}
      label={label}
      name={name}
      onBlur={() => {
        bound.onBlur();
        if (fieldState.error || !isEmpty(bound.value)) check(name);
      }}
      onChange={(value) => {
        bound.onChange(value);
        if (fieldState.error) check(name);
      }}
      placeholder={labels.placeholder(field)}
      required={field.options.required && field.kind.name !== 'yesNo'}
      value={bound.value}
      values={values}
    />
  );
}
