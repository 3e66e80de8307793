import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { fill } from '../../texts/fill.ts';
import type { FieldName } from '../answers.ts';
import { fieldOrder } from '../fields.ts';
import type { Form } from '../form.ts';
import { currentStep } from '../state.ts';
import { stepOf } from '../steps.ts';
import { useWatched } from './use-watched.ts';

/**
 * The errors that prevent sending, with a link to each field. It gets the focus after every failed attempt, and at no
 * other time.
 *
 * @param fallback another way to register, for errors that the visitor cannot correct
 */
export function ErrorSummary({
  form: { registration, steps, texts, idOf, labelOf },
  fallback,
}: {
  readonly form: Form;
  readonly fallback?: ReactNode;
}): ReactElement | null {
  const [errors, general, failure, refusals, step] = useWatched(registration, (state) => [
    state.errors,
    state.general,
    state.failure,
    state.refusals,
    currentStep(state, { steps }),
  ]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);

  // Before the first attempt errors are shown only at their fields: a summary above would shift the field that is being
  // filled in.
  const names = fieldOrder.filter((name) => refusals && errors[name] && stepOf(name, steps) === step);
  if (names.length === 0 && general.length === 0 && !failure) return null;
  const go = (name: FieldName) => {
    const root = box.current?.getRootNode() as Document | ShadowRoot | undefined;
    root?.getElementById(idOf(name))?.focus();
  };
  return (
    <div ref={box} data-box="error" role="alert" tabIndex={-1}>
      {failure && (
        <>
          <p>{failure.message}</p>
          {fallback}
        </>
      )}
      {general.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {names.length > 0 && (
        <>
          <p>{fill(texts.summary[names.length === 1 ? 'one' : 'other'], { count: names.length })}</p>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <a
                  href={`#${idOf(name)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    go(name);
                  }}
                >
                  {labelOf(name)}
                </a>
                {': '}
                {errors[name]}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
