import { early } from '@pauta/domain/crm/form-texts/early.ts';
import { type ComponentType, type ReactElement, useEffect, useReducer, useRef, useState } from 'react';
import { version } from '../../package.json';
import type { ClientRegistrationError, ClientRegistrationProps } from '../client-registration-props.ts';
import { type FormDefinition, FormUnavailable, formUrl, loadForm } from '../net/form-definition.ts';
import type { FormViewProps } from './form-view.tsx';

interface Loaded {
  readonly url: string;
  readonly definition?: FormDefinition;
  readonly problem?: ClientRegistrationError;
}

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
 * The form of a key: loads its definition and tells its page what happens.
 *
 * @param props.view what draws it
 */
export function LoadedForm(
  props: ClientRegistrationProps & { readonly view: ComponentType<FormViewProps> },
): ReactElement {
  const {
    view: View,
    formKey,
    apiBase = '',
    theme,
    layout,
    definition: given,
    texts,
    lang = texts?.lang,
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
      loadForm(url, lang, controller.signal).then(
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
  }, [url, lang, formKey, tries, given === undefined]);

  const { definition = given, problem } = loaded.url === url ? loaded : {};
  useEffect(() => {
    if (problem) callbacks.current.onError?.(problem);
  }, [problem]);

  return (
    <View
      url={url}
      definition={definition}
      problem={problem}
      texts={texts ?? early}
      theme={theme}
      layout={layout}
      draft={draft === 'session'}
      level={headingLevel}
      fallback={fallback}
      className={className}
      onReady={() => callbacks.current.onReady?.({ version, ms: Math.round(performance.now() - mountedAt) })}
      onRetry={retry}
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
  );
}
