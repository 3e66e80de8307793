import type { ReactElement, ReactNode } from 'react';
import type { Answers, FieldName, TextAnswers } from '../answers.ts';
import { type FieldSpec, fields } from '../fields.ts';
import type { Form } from '../form.ts';
import { AlertIcon } from './icons.tsx';
import { useWatched } from './use-watched.ts';

/** Marks a required field visually; screen readers get the information from the control. */
export const Star = (): ReactElement => (
  <span data-star aria-hidden="true">
    {' *'}
  </span>
);

/** Hint, warning and error of a field, and the ids that associate them with its control. */
function useNotes(
  { registration, idOf }: Form,
  name: FieldName,
  hint?: ReactNode,
): { notes: ReactNode; describedBy: string | undefined; error?: string } {
  // Only tax ids have warnings, and this runs on every keystroke.
  const mayBeDoubted = name.endsWith('tax_id');
  const [error, warning] = useWatched(registration, ({ errors }) => [
    errors[name],
    mayBeDoubted && !errors[name] ? registration.doubtOf(name) : undefined,
  ]);
  const notes = Object.entries({ hint, error, warning }).filter(([, text]) => text);
  return {
    error,
    describedBy: notes.map(([part]) => idOf(name, part)).join(' ') || undefined,
    notes: notes.map(([part, text]) => (
      <p key={part} {...{ [`data-${part}`]: '' }} id={idOf(name, part)}>
        {text !== hint && <AlertIcon />}
        {text}
      </p>
    )),
  };
}

/** An option of a list. */
export interface Choice {
  readonly value: string | boolean;
  readonly label: string;
  /** Language of the label, if it differs from the form's. */
  readonly lang?: string | undefined;
}

export interface FieldProps {
  readonly form: Form;
  readonly name: FieldName;
  readonly hint?: ReactNode;
  readonly choices?: readonly Choice[];
  readonly span: FieldSpec['span'];
}

/** A question with one control: a text field, a text area or a native select. */
function ControlField({ form, name, hint, choices = [], span }: FieldProps): ReactElement {
  const { registration, texts, idOf, labelOf } = form;
  const { notes, describedBy, error } = useNotes(form, name, hint);
  const [value] = useWatched(registration, ({ answers }) => [answers[name as keyof TextAnswers]]);
  const { kind, required = false, max, type, autoComplete = type ?? 'off', capitals } = fields[name];
  const change = (event: { readonly currentTarget: { readonly value: string } }) =>
    registration.set(name, event.currentTarget.value);
  const control = {
    id: idOf(name),
    name,
    value,
    required,
    autoComplete,
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
    onBlur: () => registration.leave(name),
  };
  return (
    <div data-field data-span={span}>
      <label htmlFor={control.id}>
        {labelOf(name)}
        {required && <Star />}
      </label>
      {kind === 'select' ? (
        <span data-select>
          <select {...control} onChange={change}>
            {!(required && choices.some((choice) => choice.value === value)) && (
              <option value="">{texts.choose}</option>
            )}
            {choices.map((choice) => (
              <option key={String(choice.value)} value={String(choice.value)} lang={choice.lang}>
                {choice.label}
              </option>
            ))}
          </select>
        </span>
      ) : kind === 'area' ? (
        <textarea {...control} rows={4} maxLength={max} onInput={change} />
      ) : (
        <input
          {...control}
          type={type ?? 'text'}
          inputMode={type}
          maxLength={max}
          placeholder={texts[type as 'url']}
          data-capitals={capitals}
          spellCheck={capitals || type ? false : undefined}
          autoCapitalize={capitals ? 'characters' : type ? 'none' : undefined}
          onInput={change}
        />
      )}
      {notes}
    </div>
  );
}

/** A question with all options visible, of which one or several can be chosen. */
function GroupField({ form, name, choices = [], span }: FieldProps): ReactElement {
  const { registration, idOf, labelOf } = form;
  const { notes, describedBy } = useNotes(form, name);
  const [value] = useWatched(registration, ({ answers }) => [answers[name]]);
  const isAny = fields[name].kind === 'chips';
  const chosen = [value].flat();
  return (
    <fieldset data-field data-span={span} aria-describedby={describedBy}>
      <legend>{labelOf(name)}</legend>
      <div data-options={isAny ? '' : 'even'}>
        {choices.map((choice, index) => (
          <label key={String(choice.value)} lang={choice.lang}>
            <input
              type={isAny ? 'checkbox' : 'radio'}
              id={index === 0 ? idOf(name) : undefined}
              name={idOf(name, 'group')}
              checked={chosen.includes(choice.value)}
              onChange={({ currentTarget: { checked } }) => {
                const others = chosen.filter((one) => one !== choice.value);
                const all = checked ? [...others, choice.value] : others;
                registration.set(name, (isAny ? all : choice.value) as Answers[typeof name]);
              }}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );
}
/** A question of the form, with the hint, warning and error of its answer. */
export function Field(props: FieldProps): ReactElement {
  const { kind } = fields[props.name];
  const Kind = kind === 'radio' || kind === 'chips' ? GroupField : ControlField;
  return <Kind {...props} />;
}

/** The privacy notice and the required consent checkbox. */
export function ConsentField({
  form,
  hidden,
}: {
  readonly form: Form;
  readonly hidden: boolean;
}): ReactElement {
  const { registration, definition, texts, ownLang, idOf, labelOf } = form;
  const { notes, describedBy, error } = useNotes(form, 'consent');
  const [given] = useWatched(registration, ({ answers }) => [answers.consent]);
  const { text } = definition.notice;
  const long = text.length > 700;
  return (
    <div data-field hidden={hidden}>
      <div data-consent>
        {text && (
          <div
            id={idOf('consent', 'notice')}
            lang={ownLang}
            data-notice={long ? 'long' : ''}
            // A scrolling region must be reachable by keyboard.
            {...(long && { tabIndex: 0, role: 'region', 'aria-label': texts.privacy })}
          >
            {linked(text)}
          </div>
        )}
        <label>
          <input
            type="checkbox"
            id={idOf('consent')}
            name="consent"
            required
            checked={given}
            aria-invalid={error ? true : undefined}
            aria-describedby={
              [text && idOf('consent', 'notice'), describedBy].filter(Boolean).join(' ') || undefined
            }
            onChange={(event) => registration.set('consent', event.currentTarget.checked)}
          />
          <span>
            {labelOf('consent')}
            <Star />
          </span>
        </label>
      </div>
      {notes}
    </div>
  );
}

const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:)\]])/;

/** Turns web addresses in a text into links that open in a new tab. */
function linked(text: string): ReactNode {
  return text.split(address).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} target="_blank" rel="noopener noreferrer">
        {part.replace(/^https?:\/\//, '')}
      </a>
    ),
  );
}
