import { locale } from '@pauta/domain/text/locale.ts';
import type { ReactElement, ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Toasts } from '../controls/toasts.tsx';
import { UnsavedGuard } from '../form/unsaved.tsx';

/**
 * What the controls and screens of this package need around them: the language of pickers, the notices, and the
 * guard of unsaved changes. Mount it once, inside the data router and `PautaProvider`.
 *
 * @example <UiProvider><Outlet /></UiProvider>
 */
export function UiProvider({ children }: { children: ReactNode }): ReactElement {
  return (
    <I18nProvider locale={locale}>
      <UnsavedGuard>{children}</UnsavedGuard>
      <Toasts />
    </I18nProvider>
  );
}
