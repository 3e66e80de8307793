import { checkAnswer } from '@pauta/domain/postsales/tech-sheets/check-answer.ts';
import {
  type AskedData,
  answerToInput,
  inputToAnswer,
  requirementField,
} from '@pauta/domain/postsales/tech-sheets/requirement-field.ts';
import { type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import { type ReactElement, useState } from 'react';

export interface AnswerProps {
  /** What is asked: a row of a sheet, or a field of a template. */
  readonly asked: AskedData;
  /** The answer as it is stored. */
  readonly answer: string;
  readonly onChange: (answer: string) => void;
  readonly onBlur?: () => void;
  readonly name: string;
  readonly label?: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
}

/**
 * The input in which one piece of data of a technical sheet is answered, by its type: running sheets and the preview of
 * a template have the same.
 *
 * @example <Answer asked={{ label: 'Ancho', type: 'number', unit: 'm' }} answer="" name="ancho" onChange={set} />
 */
export function Answer({
  asked,
  answer,
  onChange,
  onBlur,
  name,
  label,
  hint,
  error,
  required,
  readOnly,
}: AnswerProps): ReactElement {
  const field = requirementField(asked);
  // What was typed stays as it is while it means the stored answer: «30.» is the number 30.
  const [typed, setTyped] = useState<unknown>();
  const kept = typed !== undefined && inputToAnswer(asked, typed) === answer;
  const Face = inputs[field.kind.name];
  return (
    <Face
      error={error ?? checkAnswer(answer, asked) ?? undefined}
      field={field}
      hint={hint}
      label={label ?? field.label}
      name={name}
      onBlur={onBlur ?? (() => undefined)}
      onChange={(input) => {
        setTyped(input);
        onChange(inputToAnswer(asked, input));
      }}
      readOnly={readOnly}
      required={required}
      value={kept ? typed : answerToInput(asked, answer)}
      values={{}}
    />
  );
}

/** The input of the answer in the form of a requirement, which reads there what is asked. */
export const AnswerInput = ({
  values,
  value,
  onChange,
  onBlur,
  name,
  label,
  error,
  readOnly,
}: InputProps): ReactElement => (
  <Answer
    answer={String(value ?? '')}
    asked={values as unknown as AskedData}
    error={error}
    hint={String(values.instructions ?? '') || undefined}
    label={values.unit ? `${label} (${String(values.unit)})` : label}
    name={name}
    onBlur={onBlur}
    onChange={onChange}
    readOnly={readOnly}
  />
);
