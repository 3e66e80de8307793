import { early } from '@pauta/domain/crm/forms/texts/early.ts';
import { type ComponentType, type ReactElement, useEffect, useReducer, useRef, useState } from 'react';
import type { ClientRegistrationProps } from '../../client-registration-props.ts';
import { formUrl, type LoadedDefinition, loadForm } from '../form-definition.ts';
import type { Emit } from '../request/emit.ts';
import type { FormViewProps } from './form-view.tsx';

interface Loaded extends LoadedDefinition {
  readonly url: string;
}

interface LoadedFormProps extends ClientRegistrationProps {
  /** The component that renders it. */
  readonly view: ComponentType<FormViewProps>;
  readonly emit: Emit;
}

/** The form of a key: loads its definition, unless the page passes it. */
export function LoadedForm({ view: View, emit: tell, ...props }: LoadedFormProps): ReactElement {
  const { formKey, apiBase = '', definition: given, texts, lang = texts?.lang } = props;
  const url = formUrl(apiBase, formKey);
  const latestEmit = useRef(tell);
  useEffect(() => {
    latestEmit.current = tell;
  });

  const [loaded, setLoaded] = useState<Loaded>({ url: '' });
  const [tries, retry] = useReducer((count: number) => count + 1, 0);
  const [mountedAt] = useState(() => performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry sends a new request
  useEffect(() => {
    const controller = new AbortController();
    // Changing the language keeps the answers, because it is the same form.
    setLoaded((last) => (last.url === url && last.definition ? last : { url: '' }));
    if (given) return;
    if (formKey) {
      loadForm(url, lang, controller.signal).then((found) => {
        if (!controller.signal.aborted) setLoaded({ url, ...found });
      });
    } else {
      setLoaded({ url, problem: { code: 'no_key', status: 0 } });
    }
    return () => controller.abort();
  }, [url, lang, formKey, tries, given === undefined]);

  const { definition = given, problem } = loaded.url === url ? loaded : {};
  useEffect(() => {
    if (problem) latestEmit.current('error', problem);
  }, [problem]);

  return (
    <View
      {...props}
      url={url}
      definition={definition}
      problem={problem}
      texts={texts ?? early}
      since={mountedAt}
      emit={(...event) => latestEmit.current(...event)}
      onRetry={retry}
    />
  );
}
