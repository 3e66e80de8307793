import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { importPart } from '../engine/import-part.ts';
import type { FormView, FormViewProps } from './form-view.tsx';
import { Unavailable } from './unavailable.tsx';

let current: typeof FormView | undefined;
const listeners = new Set<() => void>();

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let loading: Promise<void> | undefined;

/** Loads the rendering code, once for all forms of the page; after a failure the next call tries again. */
export function loadView(): Promise<void> {
  loading ??= importPart(() => import('./form-view.tsx')).then(
    ({ FormView }) => {
      current = FormView;
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

const lost = { code: 'network', status: 0 } as const;

/** {@link FormView}, loaded in parallel to the form's definition. */
export function LazyFormView(props: FormViewProps): ReactElement {
  const { problem, texts, headingLevel = 2, fallback, className, emit: tell, onRetry } = props;
  const Form = useSyncExternalStore(
    watch,
    () => current,
    // Server snapshot: undefined, because the server rendered the placeholder, which hydration must reproduce.
    () => undefined,
  );
  const [isLost, setLost] = useState(false);
  const load = (): void => {
    setLost(false);
    loadView().catch(() => {
      setLost(true);
      tell('error', lost);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after the first rendering; later on the visitor's request
  useEffect(load, []);
  if (Form) return <Form {...props} />;
  const reason = problem ?? (isLost ? lost : undefined);
  // At least the height of the window: content below the form enters the view only with the form and never shifts.
  return (
    <div lang={texts.lang} className={className} style={reason ? undefined : { minBlockSize: '100vh' }}>
      {reason ? (
        <Unavailable
          problem={reason}
          texts={texts}
          level={headingLevel}
          fallback={fallback}
          onRetry={() => {
            load();
            if (problem) onRetry();
          }}
        />
      ) : (
        <p role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
          {texts.loading}
        </p>
      )}
    </div>
  );
}
