import { useApi } from '@pauta/core/react';
import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { ConfirmDialog } from '../controls/confirm-dialog.tsx';
import { useBlocker } from '../router.ts';
import type { UnsavedForms } from './unsaved.tsx';

/** Stands between what was typed and whatever would lose it: another page, the end of the tab, signing out. */
export function UnsavedWatch({ forms }: { forms: UnsavedForms }): ReactElement | null {
  const api = useApi();
  const waiting = useSyncExternalStore(forms.subscribe, () => forms.waiting);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      api.credentials.token() !== null &&
      forms.isDirty(),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (forms.isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [forms]);

  if (blocker.state !== 'blocked' && waiting === null) return null;

  const answer = (leaves: boolean): void => {
    if (leaves) for (const entry of forms.dirty()) entry.discard();
    if (leaves) blocker.proceed?.();
    else blocker.reset?.();
    forms.waiting = null;
    forms.notice();
    waiting?.(leaves);
  };

  const labels = forms.dirty().map((entry) => entry.label());
  return (
    <ConfirmDialog
      cancel="Seguir editando"
      confirm="Salir sin guardar"
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
      open
      title="Hay cambios sin guardar"
      tone="danger"
    >
      {labels.length > 0 && <>Si sale ahora, se pierden los cambios de: {labels.join(', ')}.</>}
    </ConfirmDialog>
  );
}
