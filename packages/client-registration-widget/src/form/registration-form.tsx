import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
} from 'react';
import type { FormDefinition } from '../net/form-definition.ts';
import { duration, fill } from '../texts/fill.ts';
import { countryOf, type FieldName, taxIdName, typesOf } from './answers.ts';
import { ErrorSummary } from './error-summary.tsx';
import { ChipsField, ConsentField, LongTextField, RadioField, SelectField, TextField } from './field.tsx';
import { type Form, FormContext } from './form-context.ts';
import { Thanks } from './thanks.tsx';
import { type RegistrationOptions, useRegistration } from './use-registration.ts';

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
  some.map(({ id, name }) => ({ value: String(id), label: name }));

/** The whole form and the thanks after it. */
export function RegistrationForm({
  level,
  loading,
  fallback,
  layout,
  ...options
}: RegistrationFormProps): ReactElement {
  const { definition, texts } = options;
  const asks = (name: FieldName): boolean => !definition.hidden?.includes(name);
  const steps = layout === 'page' ? 1 : interests.some(asks) ? 3 : 2;
  const registration = useRegistration({ ...options, steps });
  const { state, step, set } = registration;
  const isAway = (part: number): boolean => steps > 1 && part !== step;
  const isLast = step === steps - 1;
  const { answers, phase } = state;
  const sending = phase === 'sending';
  const prefix = useId();
  const leave = useSteadyLeave(registration.leave);

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

  const { moves } = state;
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

  if (state.accepted && phase === 'done') {
    return (
      <Thanks
        accepted={state.accepted}
        definition={definition}
        level={level}
        onAgain={restart}
        texts={texts}
      />
    );
  }

  const labelOf = (name: FieldName): string =>
    definition.labels?.[name] ??
    (name === 'legal_name' && answers.person_kind === 'individual' ? texts.fullName : texts.labels[name]);
  const form: Form = {
    registration,
    definition,
    texts,
    steps,
    ownLang: definition.locale.slice(0, 2) === texts.lang.slice(0, 2) ? undefined : definition.locale,
    idOf: (name, part) => [prefix, name, part].filter(Boolean).join('-'),
    labelOf,
    leave: leave.field,
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
  const { example } = taxIdName(options, answers.country, answers.tax_id_type);
  const phone = countryOf(definition, answers.country)?.phone_example;

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
          onPointerDown={leave.hold}
          onSubmit={(event) => {
            event.preventDefault();
            registration.submit();
          }}
        >
          {state.restored && (
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
                  options={typesOf(definition, answers.country).map((type) => ({
                    value: type,
                    label: taxIdName(options, answers.country, type).label,
                  }))}
                />
                <TextField name="tax_id" hint={example && fill(texts.example, { text: example })} />
                {asks('industry_id') && (
                  <SelectField name="industry_id" options={optionsOf(definition.industries)} />
                )}
                {asks('website') && <TextField name="website" placeholder="www.empresa.com" />}
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
                  {answers.has_agency && (
                    <>
                      <TextField name="agency.name" required />
                      <TextField name="agency.tax_id" />
                    </>
                  )}
                  {asks('comments') && <LongTextField name="comments" />}
                </div>
              </section>
            )}
            <div data-unseen aria-hidden="true">
              <label htmlFor={form.idOf('fax')}>{texts.labels.fax}</label>
              <input
                id={form.idOf('fax')}
                name="fax"
                tabIndex={-1}
                autoComplete="off"
                value={answers.fax}
                onInput={(event) => set('fax', event.currentTarget.value)}
              />
            </div>
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
              {state.wait &&
                (state.wait.reason === 'offline'
                  ? texts.waiting.offline
                  : fill(texts.waiting.retry, {
                      time: duration(state.wait.seconds ?? 1, 'second', texts.lang),
                    }))}
            </div>
            {sending && state.wait && (
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

/**
 * Checks of left fields wait while a pointer is down. Otherwise pressing the button would blur the field, its
 * error would push the button away, and the release would miss it.
 */
function useSteadyLeave(leave: (name: FieldName) => void): { field(name: FieldName): void; hold(): void } {
  const held = useRef<FieldName[] | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const field = useCallback(
    (name: FieldName) => {
      if (held.current) held.current.push(name);
      else leave(name);
    },
    [leave],
  );
  const hold = useCallback(() => {
    held.current = [];
    const release = () => {
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
      // The click comes right after.
      timer.current = window.setTimeout(() => {
        const names = held.current ?? [];
        held.current = null;
        for (const name of names) leave(name);
      }, 30);
    };
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
  }, [leave]);
  return { field, hold };
}
