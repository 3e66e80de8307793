import type { ReactElement, ReactNode } from 'react';
import type { Answers, FieldName, TextAnswers } from './answers.ts';
import { fields } from './fields.ts';
import { useForm } from './form-context.ts';
import { AlertIcon } from './icons.tsx';
import { useWatched } from './use-watched.ts';

/** Marks a required field for the eye; the control says it to a screen reader. */
export const Star = (): ReactElement => (
  <span data-star aria-hidden="true">
    {' *'}
  </span>
);

/** Hint, doubt and error of a field, and the ids that tie them to its control. */
function useNotes(
  name: FieldName,
  hint?: ReactNode,
): { notes: ReactNode; describedBy: string | undefined; error?: string } {
  const { registration, idOf } = useForm();
  // Of other answers there are no doubts, and every keystroke asks.
  const mayBeDoubted = name.endsWith('tax_id');
  const [error, warning] = useWatched(registration, ({ errors }) => [
    errors[name],
    mayBeDoubted && !errors[name] ? registration.doubtOf(name) : undefined,
  ]);
  const described = [
    hint && idOf(name, 'hint'),
    error && idOf(name, 'error'),
    warning && idOf(name, 'warning'),
  ];
  return {
    error,
    describedBy: described.filter(Boolean).join(' ') || undefined,
    notes: (
      <>
        {hint && (
          <p data-hint id={idOf(name, 'hint')}>
            {hint}
          </p>
        )}
        {error && (
          <p data-error id={idOf(name, 'error')}>
            <AlertIcon />
            {error}
          </p>
        )}
        {warning && (
          <p data-warning id={idOf(name, 'warning')}>
            <AlertIcon />
            {warning}
          </p>
        )}
      </>
    ),
  };
}

interface FieldProps {
  readonly name: keyof TextAnswers;
  readonly hint?: ReactNode;
  readonly required?: boolean;
  /** Columns out of six on a wide form; a narrow one gives every field its own row. */
  readonly span?: 2 | 3 | 6;
}

function useControl({ name, hint, required }: FieldProps) {
  const { registration, idOf, labelOf } = useForm();
  const { notes, describedBy, error } = useNotes(name, hint);
  const [value] = useWatched(registration, ({ answers }) => [answers[name]]);
  const spec = fields[name];
  const needed = required ?? spec.required ?? false;
  return {
    notes,
    label: (
      <label htmlFor={idOf(name)}>
        {labelOf(name)}
        {needed && <Star />}
      </label>
    ),
    spec,
    control: {
      id: idOf(name),
      name,
      value,
      required: needed,
      autoComplete: spec.autoComplete ?? spec.type ?? 'off',
      'aria-describedby': describedBy,
      'aria-invalid': error ? true : undefined,
      onBlur: () => registration.leave(name),
    },
    set: (value: string) => registration.set(name, value),
  };
}

/** One line of text. */
export function TextField(props: FieldProps & { readonly placeholder?: string }): ReactElement {
  const { notes, label, spec, control, set } = useControl(props);
  return (
    <div data-field data-span={props.span ?? 3}>
      {label}
      <input
        {...control}
        type={spec.type ?? 'text'}
        inputMode={spec.type}
        maxLength={spec.max}
        placeholder={props.placeholder}
        data-capitals={spec.capitals}
        spellCheck={spec.capitals || spec.type ? false : undefined}
        autoCapitalize={spec.capitals ? 'characters' : spec.type ? 'none' : undefined}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {notes}
    </div>
  );
}

/** Several lines of text. */
export function LongTextField(props: FieldProps): ReactElement {
  const { notes, label, spec, control, set } = useControl(props);
  return (
    <div data-field data-span={6}>
      {label}
      <textarea
        {...control}
        rows={4}
        maxLength={spec.max}
        onInput={(event) => set(event.currentTarget.value)}
      />
      {notes}
    </div>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
  /** Of the label, where it is not the form's. */
  readonly lang?: string | undefined;
}

/** One of a list, by the browser's own control: it is known to everybody, and costs nothing. */
export function SelectField(props: FieldProps & { readonly options: readonly Choice[] }): ReactElement {
  const { texts } = useForm();
  const { notes, label, control, set } = useControl(props);
  const { options } = props;
  const chosen = options.some(({ value }) => value === control.value);
  return (
    <div data-field data-span={props.span ?? 3}>
      {label}
      <span data-select>
        <select {...control} onChange={(event) => set(event.currentTarget.value)}>
          {!(chosen && control.required) && <option value="">{texts.choose}</option>}
          {options.map(({ value, label, lang }) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </select>
      </span>
      {notes}
    </div>
  );
}

/** One of two or three, all in sight. */
export function RadioField<Name extends 'person_kind' | 'has_agency'>({
  name,
  options,
}: {
  readonly name: Name;
  readonly options: readonly { readonly value: Answers[Name]; readonly label: string }[];
}): ReactElement {
  const { registration, idOf, labelOf } = useForm();
  const [chosen] = useWatched(registration, ({ answers }) => [answers[name]]);
  return (
    <fieldset data-field data-span={3}>
      <legend>{labelOf(name)}</legend>
      <div data-options="even">
        {options.map(({ value, label }, index) => (
          <label key={String(value)}>
            <input
              type="radio"
              id={index === 0 ? idOf(name) : undefined}
              name={idOf(name, 'group')}
              checked={chosen === value}
              onChange={() => registration.set(name, value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Any of a list, all in sight. */
export function ChipsField({ options }: { readonly options: readonly Choice[] }): ReactElement {
  const { registration, idOf, labelOf } = useForm();
  const { notes, describedBy } = useNotes('platform_ids');
  const [chosen] = useWatched(registration, ({ answers }) => [answers.platform_ids]);
  return (
    <fieldset data-field data-span={6} aria-describedby={describedBy}>
      <legend>{labelOf('platform_ids')}</legend>
      <div data-options="">
        {options.map(({ value, label, lang }, index) => (
          <label key={value} lang={lang}>
            <input
              type="checkbox"
              id={index === 0 ? idOf('platform_ids') : undefined}
              name="platform_ids"
              value={value}
              checked={chosen.includes(value)}
              onChange={(event) =>
                registration.set(
                  'platform_ids',
                  event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
      {notes}
    </fieldset>
  );
}

/** The notice and the box without which nothing is sent. */
export function ConsentField({ hidden }: { readonly hidden: boolean }): ReactElement {
  const { registration, definition, texts, ownLang, idOf, labelOf } = useForm();
  const { notes, describedBy, error } = useNotes('consent');
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
            // A region that scrolls must be reachable by keyboard.
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

/** Web addresses in a text as links that open beside the form. */
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
