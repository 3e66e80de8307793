import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { version } from '../../../package.json';
import { duration, fill } from '../../texts/fill.ts';
import { countryOf, type FieldName, taxIdName, typesOf } from '../answers.ts';
import { fields, parts } from '../fields.ts';
import type { Form } from '../form.ts';
import type { FormDefinition } from '../form-definition.ts';
import { handleOf, openRegistration, type RegistrationOptions } from '../registration.ts';
import { currentStep } from '../state.ts';
import { ErrorSummary } from './error-summary.tsx';
import { type Choice, ConsentField, Field } from './field.tsx';
import { Thanks } from './thanks.tsx';
import { useWatched } from './use-watched.ts';

interface RegistrationFormProps extends Omit<RegistrationOptions, 'steps'> {
  /** All questions at once, or in steps. */
  readonly layout: 'page' | 'steps';
  /** Level of the form's heading. */
  readonly level: number;
  /** The definition is a placeholder: show its empty boxes, inert. */
  readonly loading: boolean;
  /** Another way to register, shown after a failure. */
  readonly fallback?: ReactNode;
  /** Time of mounting, from `performance.now()`. */
  readonly since: number;
}

const optionsOf = (some: FormDefinition['industries']) =>
  some.map(({ id, name: label, lang }) => ({ value: String(id), label, lang }));

const ofAgency = (name: FieldName): boolean => name.startsWith('agency.');

/** The whole form and the confirmation after sending. */
export function RegistrationForm({
  level,
  loading,
  fallback,
  layout,
  since,
  ...rest
}: RegistrationFormProps): ReactElement {
  const { definition, texts, hidden, emit: tell } = rest;
  const asks = (name: FieldName): boolean =>
    !definition.hidden?.includes(ofAgency(name) ? 'has_agency' : name) &&
    !Object.hasOwn(hidden, name) &&
    (name !== 'platform_ids' || definition.platforms.length > 0);
  const steps = layout === 'page' ? 1 : parts.length - (parts.at(-1)?.names.some(asks) ? 0 : 1);
  const options = { ...rest, steps };
  const [registration] = useState(() => openRegistration(options));
  useEffect(() => {
    registration.options = options;
  });
  const { stay } = registration;
  useEffect(stay, [stay]);
  const [step, phase, wait, moves, restored, accepted, country, taxIdType, personKind, hasAgency, faults] =
    useWatched(registration, (state) => [
      currentStep(state, options),
      state.phase,
      state.wait,
      state.moves,
      state.restored,
      state.accepted,
      state.answers.country,
      state.answers.tax_id_type,
      state.answers.person_kind,
      state.answers.has_agency,
      // Invalid preset answers, whose questions are asked.
      Object.keys(hidden)
        .filter((name) => state.errors[name as FieldName])
        .join(),
    ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per definition
  useEffect(() => {
    if (!loading)
      tell('ready', { version, ms: Math.round(performance.now() - since), form: handleOf(registration) });
  }, [definition]);
  const isLast = step === steps - 1;
  const sending = phase === 'sending';
  const prefix = useId();

  const card = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per form
  useEffect(() => {
    const { current: form } = card;
    if (!form) return;
    // Set as a property, because React 18 does not support the attribute `inert`.
    form.inert = loading;
    if (loading) return;
    // Not a threshold relative to the form, because on a phone less than half of the form fits the window.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        tell('view', null);
      },
      { rootMargin: '-25% 0px' },
    );
    observer.observe(form);
    // Not `onFocus`, because in preact it does not bubble.
    form.addEventListener('focusin', registration.prepare);
    return () => observer.disconnect();
  }, [loading]);
  useEffect(() => {
    // Enter submits from any field, which then loses the focus because the form becomes inert.
    if (sending) button.current?.focus();
    if (body.current) body.current.inert = sending;
  }, [sending]);
  useEffect(() => {
    if (moves > 0)
      body.current
        ?.querySelector<HTMLElement>('section:not([hidden]) :is([data-step], select, input)')
        ?.focus();
  }, [moves]);

  if (accepted && phase === 'done') {
    return (
      <Thanks
        accepted={accepted}
        definition={definition}
        level={level}
        onAgain={registration.restart}
        texts={texts}
      />
    );
  }

  const labelOf = (name: FieldName): string =>
    definition.labels?.[name] ??
    (name === 'legal_name' && personKind === 'individual' ? texts.fullName : texts.labels[name]);
  const form: Form = {
    registration,
    definition,
    texts,
    steps,
    ownLang: texts.lang.startsWith(definition.locale.slice(0, 2)) ? undefined : definition.locale,
    idOf: (name, part) => [prefix, name, part].filter(Boolean).join('-'),
    labelOf,
  };
  const Heading = `h${level}` as 'h2';
  const Section = `h${level + 1}` as 'h3';
  const { example } = taxIdName(options, country, taxIdType);
  const phone = countryOf(definition, country)?.phone_example;
  const hints: Readonly<Partial<Record<FieldName, string>>> = {
    tax_id: example && fill(texts.example, { text: example }),
    'contact.email': texts.contactHint,
    'contact.phone': phone && fill(texts.example, { text: phone }),
  };
  const choices: Readonly<Partial<Record<FieldName, readonly Choice[]>>> = {
    country: definition.countries.map(({ iso2, name }) => ({ value: iso2, label: name })),
    person_kind: (['legal_entity', 'individual'] as const).map((value) => ({
      value,
      label: texts.personKinds[value],
    })),
    tax_id_type: typesOf(definition, country).map((type) => ({
      value: type,
      label: taxIdName(options, country, type).label,
    })),
    industry_id: optionsOf(definition.industries),
    platform_ids: optionsOf(definition.platforms),
    investment_band: definition.investment_bands,
    has_agency: [
      { value: false, label: texts.no },
      { value: true, label: texts.yes },
    ],
  };

  return (
    <div ref={card} data-card data-loading={loading || undefined}>
      <div data-head>
        <Heading lang={form.ownLang}>{definition.title}</Heading>
        <p data-muted>
          <span lang={definition.intro && form.ownLang}>{definition.intro ?? texts.intro}</span>{' '}
          {texts.required}
        </p>
      </div>
      <form
        noValidate
        aria-label={definition.title}
        aria-busy={sending || undefined}
        // The form may be in another document than its script.
        onPointerDown={({ currentTarget }) => registration.hold(currentTarget.ownerDocument)}
        onSubmit={(event) => {
          event.preventDefault();
          registration.submit();
        }}
      >
        {restored && (
          <div data-box="draft">
            <span>{texts.draft}</span>
            <button type="button" onClick={registration.restart}>
              {texts.startOver}
            </button>
          </div>
        )}
        <ErrorSummary form={form} fallback={fallback} />
        <div ref={body} data-body>
          {parts.map(({ section, names }, part) => {
            const at = Math.min(part, steps - 1);
            const asked = names.filter(
              (name) => (asks(name) || faults.split(',').includes(name)) && (hasAgency || !ofAgency(name)),
            );
            return (
              asked.length > 0 && (
                <section
                  key={section}
                  data-section
                  hidden={at !== step}
                  aria-labelledby={`${prefix}-${section}`}
                >
                  <Section
                    id={`${prefix}-${section}`}
                    {...(steps > 1 && {
                      tabIndex: -1,
                      'data-step': '',
                      style: { '--crw-done': `${((at + 1) * 100) / steps}%` } as CSSProperties,
                    })}
                  >
                    {steps > 1 && (
                      <>
                        <span>{fill(texts.step, { step: at + 1, count: steps })}</span>{' '}
                      </>
                    )}
                    {texts.sections[section]}
                  </Section>
                  <div data-grid>
                    {asked.map((name) => (
                      <Field
                        key={name}
                        form={form}
                        name={name}
                        hint={hints[name]}
                        choices={choices[name]}
                        // Without the job title, the two names share the row.
                        span={section === 'contact' && !asks('contact.job') ? undefined : fields[name].span}
                      />
                    ))}
                  </div>
                </section>
              )
            );
          })}
          <Trap form={form} />
          <ConsentField form={form} hidden={!isLast} />
        </div>
        <div data-actions>
          <button
            ref={button}
            type="submit"
            data-primary
            lang={isLast && definition.submit_label ? form.ownLang : undefined}
            aria-disabled={sending || undefined}
            onClick={(event) => {
              // Also triggered by Enter in a field. The request is sent from here, because a frame without
              // `allow-forms` does not submit forms.
              event.preventDefault();
              // The second click of a double click would skip the step that the first one opened.
              if (isLast || event.detail < 2) registration.submit();
            }}
          >
            {sending && <span data-spinner />}
            {!isLast ? texts.next : sending ? texts.sending : (definition.submit_label ?? texts.submit)}
          </button>
          {step > 0 && !sending && (
            <button type="button" onClick={registration.back}>
              {texts.back}
            </button>
          )}
          <div data-status role="status">
            {wait &&
              (wait.reason === 'offline'
                ? texts.waiting.offline
                : fill(texts.waiting.retry, {
                    time: duration(wait.seconds ?? 1, 'second', texts.lang),
                  }))}
          </div>
          {sending && wait && (
            <button type="button" onClick={registration.cancel}>
              {texts.cancel}
            </button>
          )}
        </div>
      </form>
    </div>
  );
}

/** The trap field, invisible to visitors. */
function Trap({ form: { registration, texts, idOf } }: { readonly form: Form }): ReactElement {
  const [fax] = useWatched(registration, ({ answers }) => [answers.fax]);
  return (
    <div data-unseen aria-hidden="true">
      <label htmlFor={idOf('fax')}>{texts.labels.fax}</label>
      <input
        id={idOf('fax')}
        name="fax"
        tabIndex={-1}
        autoComplete="off"
        value={fax}
        onInput={(event) => registration.set('fax', event.currentTarget.value)}
      />
    </div>
  );
}
