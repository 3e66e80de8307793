import { locale } from '@pauta/domain/text/locale.ts';
import { lazy, type ReactElement, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Toasts } from '../controls/toasts.tsx';
import { CreateInPlaceContext } from '../field-components/create-in-place-context.ts';
import { UnsavedGuard } from '../form/unsaved.tsx';

const CreateInPlace = lazy(async () => ({
  default: (await import('../form/create/create-in-place.tsx')).CreateInPlace,
}));

/**
 * The providers that the controls and screens of this package need: the locale of the controls, notifications, the
 * guard against losing unsaved changes, and the dialog in which a reference input creates a record. Mount it once,
 * inside the data router and `PautaProvider`.
 *
 * @example <UiProvider><Outlet /></UiProvider>
 */
export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  return (
    <I18nProvider locale={locale}>
      <CreateInPlaceContext value={CreateInPlace}>
        <UnsavedGuard>{children}</UnsavedGuard>
      </CreateInPlaceContext>
      <Toasts />
    </I18nProvider>
  );
}
