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
import { ChipsField, ConsentField, LongTextField, RadioField, SelectField, TextField } from './field.tsx';
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

const interests: readonly FieldName[] = ['platform_ids', 'investment_band', 'has_agency', 'comments'];

const optionsOf = (some: FormDefinition['industries']) =>
  some.map(({ id, name, lang }) => ({ value: String(id), label: name, lang }));

/** The whole form and the thanks after it. */
export function RegistrationForm({
  level,
  loading,
  fallback,
  layout,
  ...rest
}: RegistrationFormProps): ReactElement {
  const { definition, texts } = rest;
  const asks = (name: FieldName): boolean => !definition.hidden?.includes(name);
  const steps = layout === 'page' ? 1 : interests.some(asks) ? 3 : 2;
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
  const isAway = (part: number): boolean => steps > 1 && part !== step;
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

  if (accepted && phase === 'done') {
    return (
      <Thanks accepted={accepted} definition={definition} level={level} onAgain={restart} texts={texts} />
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
    ownLang: definition.locale.slice(0, 2) === texts.lang.slice(0, 2) ? undefined : definition.locale,
    idOf: (name, part) => [prefix, name, part].filter(Boolean).join('-'),
    labelOf,
  };
  const Heading = `h${level}` as 'h2';
  const Section = `h${level + 1}` as 'h3';
  const heading = (name: keyof typeof texts.sections, part: number): ReactElement => (
    <Section
      id={`${prefix}-${name}`}
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
      {texts.sections[name]}
    </Section>
  );
  const { example } = taxIdName(options, country, taxIdType);
  const phone = countryOf(definition, country)?.phone_example;

  return (
    <FormContext.Provider value={form}>
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
            <section data-section hidden={isAway(0)} aria-labelledby={`${prefix}-company`}>
              {heading('company', 0)}
              <div data-grid>
                <SelectField
                  name="country"
                  options={definition.countries.map(({ iso2, name }) => ({ value: iso2, label: name }))}
                />
                <RadioField
                  name="person_kind"
                  options={[
                    { value: 'legal_entity', label: texts.personKinds.legal_entity },
                    { value: 'individual', label: texts.personKinds.individual },
                  ]}
                />
                <TextField name="legal_name" />
                {asks('trade_name') && <TextField name="trade_name" />}
                <SelectField
                  name="tax_id_type"
                  options={typesOf(definition, country).map((type) => ({
                    value: type,
                    label: taxIdName(options, country, type).label,
                  }))}
                />
                <TextField name="tax_id" hint={example && fill(texts.example, { text: example })} />
                {asks('industry_id') && (
                  <SelectField name="industry_id" options={optionsOf(definition.industries)} />
                )}
                {asks('website') && <TextField name="website" placeholder={texts.website} />}
                {asks('locality') && <TextField name="locality" />}
                {asks('address') && <TextField name="address" />}
              </div>
            </section>
            <section data-section hidden={isAway(1)} aria-labelledby={`${prefix}-contact`}>
              {heading('contact', 1)}
              <div data-grid>
                <TextField name="contact.first_name" span={asks('contact.job') ? 2 : 3} />
                <TextField name="contact.last_name" span={asks('contact.job') ? 2 : 3} />
                {asks('contact.job') && <TextField name="contact.job" span={2} />}
                <TextField name="contact.email" hint={texts.contactHint} />
                <TextField name="contact.phone" hint={phone && fill(texts.example, { text: phone })} />
              </div>
            </section>
            {interests.some(asks) && (
              <section data-section hidden={isAway(2)} aria-labelledby={`${prefix}-interest`}>
                {heading('interest', 2)}
                <div data-grid>
                  {asks('platform_ids') && definition.platforms.length > 0 && (
                    <ChipsField options={optionsOf(definition.platforms)} />
                  )}
                  {asks('investment_band') && (
                    <SelectField name="investment_band" options={definition.investment_bands} />
                  )}
                  {asks('has_agency') && (
                    <RadioField
                      name="has_agency"
                      options={[
                        { value: false, label: texts.no },
                        { value: true, label: texts.yes },
                      ]}
                    />
                  )}
                  {hasAgency && (
                    <>
                      <TextField name="agency.name" required />
                      <TextField name="agency.tax_id" />
                    </>
                  )}
                  {asks('comments') && <LongTextField name="comments" />}
                </div>
              </section>
            )}
            <Trap />
            <ConsentField hidden={!isLast} />
          </div>
          <div data-actions>
            <button
              ref={button}
              type="submit"
              data-primary
              lang={isLast && definition.submit_label ? form.ownLang : undefined}
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
