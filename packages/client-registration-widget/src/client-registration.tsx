import { type EarlyTexts, early } from '@pauta/domain/crm/form-texts/early.ts';
import type { FormTexts as Texts } from '@pauta/domain/crm/form-texts/es-419.ts';
import { type CSSProperties, type ReactElement, useEffect, useReducer, useRef, useState } from 'react';
import { version } from '../package.json';
import type { ClientRegistrationError, ClientRegistrationProps } from './client-registration-props.ts';
import { AlertIcon } from './form/icons.tsx';
import { RegistrationForm } from './form/registration-form.tsx';
import { type FormDefinition, FormUnavailable, formUrl, loadForm } from './net/form-definition.ts';
import { standInDefinition, standInTexts } from './stand-in.ts';
import { FormRoot } from './styles/form-root.ts';

interface Loaded {
  readonly url: string;
  readonly definition?: FormDefinition;
  readonly problem?: ClientRegistrationError;
}

/** The form's own colour, below what the page says with `--crw-*`. */
const brandOf = (color: string | undefined): CSSProperties | undefined =>
  color
    ? ({
        '--crw-brand': color,
        '--crw-brand-hover': `color-mix(in srgb, ${color} 84%, black)`,
        '--crw-brand-soft': `color-mix(in srgb, ${color} 12%, light-dark(white, #171a23))`,
      } as CSSProperties)
    : undefined;

const codes: Readonly<Record<number, ClientRegistrationError['code']>> = {
  0: 'network',
  403: 'origin',
  404: 'gone',
  410: 'gone',
};

function problemOf(error: unknown): ClientRegistrationError {
  const status = error instanceof FormUnavailable ? error.status : 0;
  return { code: codes[status] ?? 'server', status };
}

/**
 * The client registration form: loads its definition from the server, checks every answer as the server does,
 * keeps a draft and sends one registration however often the network stumbles.
 *
 * Takes nothing from the page's style but the custom properties `--crw-*` (see the package's README).
 *
 * @example
 * <ClientRegistration
 *   formKey="pk_…"
 *   apiBase="https://pauta.example"
 *   onSuccess={({ folio }) => console.log(folio)}
 * />
 */
export function ClientRegistration(props: ClientRegistrationProps): ReactElement {
  const {
    formKey,
    apiBase = '',
    theme,
    layout,
    definition: given,
    lang,
    texts: brought,
    draft = 'session',
    headingLevel = 2,
    fallback,
    className,
  } = props;
  const url = formUrl(apiBase, formKey);
  const callbacks = useRef(props);
  useEffect(() => {
    callbacks.current = props;
  });

  const asked = brought ? undefined : lang;
  const [loaded, setLoaded] = useState<Loaded>({ url: '' });
  const [tries, retry] = useReducer((count: number) => count + 1, 0);
  const [mountedAt] = useState(() => performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another request
  useEffect(() => {
    const controller = new AbortController();
    // In another language it is the same form: what was answered stays.
    setLoaded((last) => (last.url === url && last.definition ? last : { url: '' }));
    if (given) return;
    if (formKey) {
      loadForm(url, asked, controller.signal).then(
        (definition) => {
          if (!controller.signal.aborted) setLoaded({ url, definition });
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setLoaded({ url, problem: problemOf(error) });
        },
      );
    } else {
      setLoaded({ url, problem: { code: 'no_key', status: 0 } });
    }
    return () => controller.abort();
  }, [url, asked, formKey, tries, given === undefined]);

  const { definition = given, problem } = loaded.url === url ? loaded : {};
  useEffect(() => {
    if (definition) callbacks.current.onReady?.({ version, ms: Math.round(performance.now() - mountedAt) });
    if (problem) callbacks.current.onError?.(problem);
  }, [definition, problem, mountedAt]);

  // Of all that it says, the form knows by itself only what is said before it is there.
  const own = (brought ?? definition?.texts) as Texts | undefined;
  const texts = own ?? early;
  const form = definition ?? standInDefinition;
  return (
    <FormRoot
      lang={texts.lang}
      className={className}
      data-theme={theme ?? definition?.theme ?? 'auto'}
      style={brandOf(definition?.primary_color)}
    >
      {problem ? (
        <Unavailable
          problem={problem}
          texts={texts}
          level={headingLevel}
          fallback={fallback}
          onRetry={retry}
        />
      ) : (
        <>
          {!definition && (
            <p data-unseen role="status">
              {texts.loading}
            </p>
          )}
          <RegistrationForm
            key={definition ? url : ''}
            url={url}
            definition={form}
            layout={layout ?? form.layout ?? 'page'}
            loading={!definition}
            texts={(definition && own) ?? standInTexts}
            draft={draft === 'session' && definition !== undefined}
            level={headingLevel}
            fallback={fallback}
            onStart={() => callbacks.current.onStart?.()}
            onStep={(from, to) => callbacks.current.onStep?.({ from, to })}
            onInvalid={(fields) => callbacks.current.onInvalid?.({ fields })}
            onSubmit={(body) => callbacks.current.onSubmit?.({ values: { ...body } }) !== false}
            onSuccess={({ folio, receivedAt }) => {
              const stays = callbacks.current.onSuccess?.({ folio, receivedAt }) === false;
              const { url: thanks = '' } = definition?.thanks ?? {};
              if (!stays && /^https?:/.test(thanks)) window.location.assign(thanks);
            }}
            onError={({ code, status }) => callbacks.current.onError?.({ code, status })}
          />
        </>
      )}
    </FormRoot>
  );
}

function Unavailable({
  problem,
  texts: { unavailable },
  level,
  fallback,
  onRetry,
}: {
  readonly problem: ClientRegistrationError;
  readonly texts: EarlyTexts;
  readonly level: number;
  readonly fallback: ClientRegistrationProps['fallback'];
  onRetry(): void;
}): ReactElement {
  // The page forgot its key: a visitor gains nothing from knowing, and keeps the page's own way to register.
  if (problem.code === 'no_key' && fallback) return <>{fallback}</>;
  const Heading = `h${level}` as 'h2';
  const passing = problem.code === 'network' || problem.code === 'server';
  const reasons: Partial<Record<ClientRegistrationError['code'], string>> = unavailable;
  return (
    <div data-card data-plain role="alert">
      <span data-mark="error">
        <AlertIcon />
      </span>
      <Heading data-title>{unavailable.title}</Heading>
      <p data-muted>{reasons[problem.code] ?? unavailable.gone}</p>
      {passing && (
        <button type="button" data-primary onClick={onRetry}>
          {unavailable.again}
        </button>
      )}
      {fallback}
    </div>
  );
}
