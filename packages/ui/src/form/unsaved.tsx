import { useApi } from '@pauta/core/react';
import {
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useBlocker } from '../router.ts';

// Every page has the guard; only a page with something to lose needs the window.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../controls/confirm-dialog.tsx')).ConfirmDialog,
}));

/** A form with something to lose. */
export interface UnsavedEntry {
  /** What it is: "Cliente ACME". */
  readonly label: () => string;
  readonly isDirty: () => boolean;
  /** Called when the person leaves and gives the changes up. */
  readonly discard: () => void;
}

interface Registry {
  add(entry: UnsavedEntry): () => void;
}

const Context = createContext<Registry | null>(null);

/**
 * The one guard against losing what was typed (a router honours one blocker at a time): every form registers
 * here. Asks before leaving the page; a session that ended is let through, as the draft is kept.
 */
export function UnsavedGuard({ children }: { children: ReactNode }): ReactElement {
  const api = useApi();
  const entries = useRef(new Set<UnsavedEntry>());
  const registry = useMemo<Registry>(
    () => ({
      add(entry) {
        entries.current.add(entry);
        return () => {
          entries.current.delete(entry);
        };
      },
    }),
    [],
  );
  const dirty = (): UnsavedEntry[] => [...entries.current].filter((entry) => entry.isDirty());
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      api.credentials.token() !== null &&
      dirty().length > 0,
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if ([...entries.current].some((entry) => entry.isDirty())) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const labels = blocker.state === 'blocked' ? dirty().map((entry) => entry.label()) : [];
  return (
    <Context value={registry}>
      {children}
      {blocker.state === 'blocked' && (
        <Suspense>
          <ConfirmDialog
            cancel="Seguir editando"
            confirm="Salir sin guardar"
            onCancel={() => blocker.reset?.()}
            onConfirm={() => {
              for (const entry of dirty()) entry.discard();
              blocker.proceed?.();
            }}
            open
            title="Hay cambios sin guardar"
            tone="danger"
          >
            {labels.length > 0 && <>Si sale ahora, se pierden los cambios de: {labels.join(', ')}.</>}
          </ConfirmDialog>
        </Suspense>
      )}
    </Context>
  );
}

/** Registers a form with the guard. Without a guard around it nothing is asked. */
export function useUnsaved(entry: UnsavedEntry): void {
  const registry = useContext(Context);
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  });
  useEffect(
    () =>
      registry?.add({
        label: () => latest.current.label(),
        isDirty: () => latest.current.isDirty(),
        discard: () => latest.current.discard(),
      }),
    [registry],
  );
}
