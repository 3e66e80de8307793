import { locale } from '@pauta/domain/text/locale.ts';
import { lazy, type ReactElement, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { runQueue } from '../command/run-queue.ts';
import { Toasts } from '../controls/toasts.tsx';
import { CreateInPlaceContext } from '../field-components/create-in-place-context.ts';
import { UnsavedGuard } from '../form/unsaved.tsx';

const CreateInPlace = lazy(async () => ({
  default: (await import('../form/create/create-in-place.tsx')).CreateInPlace,
}));

const BackgroundRuns = lazy(async () => ({
  default: (await import('../command/background-runs.tsx')).BackgroundRuns,
}));

/**
 * The providers that the controls and screens of this package need: the locale of the controls, notifications (also of
 * commands that run in the background), the guard against losing unsaved changes, and the dialog in which a reference
 * input creates a record. Mount it once, inside the data router and `PautaProvider`.
 *
 * @example <UiProvider><Outlet /></UiProvider>
 */
export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  const runs = useSyncExternalStore(runQueue.subscribe, runQueue.get, runQueue.get);
  return (
    <I18nProvider locale={locale}>
      <CreateInPlaceContext value={CreateInPlace}>
        <UnsavedGuard>{children}</UnsavedGuard>
      </CreateInPlaceContext>
      <Toasts />
      {runs.length > 0 && (
        <Suspense>
          <BackgroundRuns runs={runs} />
        </Suspense>
      )}
    </I18nProvider>
  );
}
