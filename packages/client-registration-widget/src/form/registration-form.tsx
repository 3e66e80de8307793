import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { FormDefinition } from '../net/form-definition.ts';
import { duration, fill } from '../texts/fill.ts';
import { countryOf, type FieldName, taxIdName, typesOf } from './answers.ts';
import { ErrorSummary } from './error-summary.tsx';
import { type Choice, ConsentField, Field } from './field.tsx';
import { fields, parts } from './fields.ts';
import { type Form, FormContext, useForm } from './form-context.ts';
import { openRegistration, type RegistrationOptions } from './registration.ts';
import { stepNow } from './state.ts';
import { Thanks } from './thanks.tsx';
import { useWatched } from './use-watched.ts';

interface RegistrationFormProps extends Omit<RegistrationOptions, 'steps'> {
  /** All at once, or in steps. */
  readonly layout: 'page' | 'steps';
  /** Level of the form's heading on its page. */
  readonly level: number;
  /** The definition is a stand-in: show the same boxes, empty and out of reach. */
  readonly loading: boolean;
  /** Another way to register, beside a failure. */
  readonly fallback?: ReactNode;
}

const optionsOf = (some: FormDefinition['industries']) =>
  some.map(({ id, name, lang }) => ({ value: String(id), label: name, lang }));

const ofAgency = (name: FieldName): boolean => name.startsWith('agency.');

/** The whole form and the thanks after it. */
export function RegistrationForm({
  level,
  loading,
  fallback,
  layout,
  ...rest
}: RegistrationFormProps): ReactElement {
  const { definition, texts } = rest;
  const asks = (name: FieldName): boolean =>
    !definition.hidden?.includes(ofAgency(name) ? 'has_agency' : name) &&
    (name !== 'platform_ids' || definition.platforms.length > 0);
  const asked = parts
    .map(({ section, names }) => ({ section, names: names.filter(asks) }))
    .filter(({ names }) => names.length > 0);
  const steps = layout === 'page' ? 1 : asked.length;
  const options = { ...rest, steps };
  const [registration] = useState(() => openRegistration(options));
  useEffect(() => {
    registration.options = options;
  });
  const { stay } = registration;
  useEffect(stay, [stay]);
  const [step, phase, wait, moves, restored, accepted, country, taxIdType, personKind, hasAgency] =
    useWatched(registration, (state) => [
      stepNow(state, options),
      state.phase,
      state.wait,
      state.moves,
      state.restored,
      state.accepted,
      state.answers.country,
      state.answers.tax_id_type,
      state.answers.person_kind,
      state.answers.has_agency,
    ]);
  const isLast = step === steps - 1;
  const sending = phase === 'sending';
  const prefix = useId();

  const card = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // As a property: React 18 knows no `inert`.
    if (card.current) card.current.inert = loading;
  }, [loading]);
  const { prepare } = registration;
  useEffect(() => {
    // Not `onFocus`: to preact it does not bubble.
    const form = card.current;
    form?.addEventListener('focusin', prepare);
    return () => form?.removeEventListener('focusin', prepare);
  }, [prepare]);
  useEffect(() => {
    if (!body.current) return;
    if (sending) {
      const root = body.current.getRootNode() as Document | ShadowRoot;
      // Enter sends from any field, and what is inert cannot keep the focus.
      if (body.current.contains(root.activeElement)) button.current?.focus();
    }
    body.current.inert = sending;
  }, [sending]);

  useEffect(() => {
    if (moves > 0) body.current?.querySelector<HTMLElement>(':not([hidden]) > [data-step]')?.focus();
  }, [moves]);

  const restart = () => {
    registration.restart();
    returning.current = true;
  };
  const returning = useRef(false);
  useEffect(() => {
    if (phase !== 'editing' || !returning.current) return;
    returning.current = false;
    body.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [phase]);

  const ownLang = texts.lang.startsWith(definition.locale.slice(0, 2)) ? undefined : definition.locale;
  if (accepted && phase === 'done') {
    return (
      <Thanks
        accepted={accepted}
        definition={definition}
        level={level}
        onAgain={restart}
        ownLang={ownLang}
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
    ownLang,
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
    <FormContext.Provider value={form}>
      <div ref={card} data-card data-loading={loading || undefined}>
        <div data-head>
          <Heading lang={ownLang}>{definition.title}</Heading>
          <p data-muted>
            <span lang={definition.intro && ownLang}>{definition.intro ?? texts.intro}</span> {texts.required}
          </p>
        </div>
        <form
          noValidate
          aria-label={definition.title}
          aria-busy={sending || undefined}
          onPointerDown={registration.hold}
          onSubmit={(event) => {
            event.preventDefault();
            registration.submit();
          }}
        >
          {restored && (
            <div data-box="draft">
              <span>{texts.draft}</span>
              <button type="button" onClick={restart}>
                {texts.startOver}
              </button>
            </div>
          )}
          <ErrorSummary fallback={fallback} />
          <div ref={body} data-body>
            {asked.map(({ section, names }, part) => (
              <section
                key={section}
                data-section
                hidden={steps > 1 && part !== step}
                aria-labelledby={`${prefix}-${section}`}
              >
                <Section
                  id={`${prefix}-${section}`}
                  {...(steps > 1 && {
                    tabIndex: -1,
                    'data-step': '',
                    style: { '--crw-done': `${((part + 1) * 100) / steps}%` } as CSSProperties,
                  })}
                >
                  {steps > 1 && (
                    <>
                      <span>{fill(texts.step, { step: part + 1, count: steps })}</span>{' '}
                    </>
                  )}
                  {texts.sections[section]}
                </Section>
                <div data-grid>
                  {names
                    .filter((name) => hasAgency || !ofAgency(name))
                    .map((name) => (
                      <Field
                        key={name}
                        name={name}
                        hint={hints[name]}
                        choices={choices[name]}
                        // Without the job, the two names share its row.
                        span={section === 'contact' && !asks('contact.job') ? undefined : fields[name].span}
                      />
                    ))}
                </div>
              </section>
            ))}
            <Trap />
            <ConsentField hidden={!isLast} />
          </div>
          <div data-actions>
            <button
              ref={button}
              type="submit"
              data-primary
              lang={isLast && definition.submit_label ? ownLang : undefined}
              aria-disabled={sending || undefined}
              onClick={(event) => {
                // The second click of two would go through the step that the first led to.
                if (!isLast && event.detail > 1) event.preventDefault();
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
    </FormContext.Provider>
  );
}

/** A field that no person sees. */
function Trap(): ReactElement {
  const { registration, texts, idOf } = useForm();
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
