import { useApi } from '@pauta/core/react';
import {
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useBlocker } from '../router.ts';

// Loaded on demand: every page has the guard, but only a page with unsaved input needs the dialog.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../controls/confirm-dialog.tsx')).ConfirmDialog,
}));

/** A form that may have unsaved input. */
export interface UnsavedEntry {
  /** Name of the unsaved content: "Cliente ACME". */
  readonly label: () => string;
  readonly isDirty: () => boolean;
  /** Called when the user leaves and discards the changes. */
  readonly discard: () => void;
}

/** The forms of the page, and the pending question whether to leave it. */
interface UnsavedForms {
  add(entry: UnsavedEntry): () => void;
  /** The forms with unsaved input. */
  dirty(): UnsavedEntry[];
  readonly isDirty: () => boolean;
  /** Notifies subscribers that `isDirty` or `waiting` may have changed. */
  notice(): void;
  subscribe(listener: () => void): () => void;
  /** Resolves the pending question with the answer; null if none is pending. */
  waiting: ((leaves: boolean) => void) | null;
}

function createForms(): UnsavedForms {
  const entries = new Set<UnsavedEntry>();
  const listeners = new Set<() => void>();
  const dirty = (): UnsavedEntry[] => [...entries].filter((entry) => entry.isDirty());
  const notice = (): void => {
    for (const listener of listeners) listener();
  };
  const forms: UnsavedForms = {
    add(entry) {
      entries.add(entry);
      notice();
      return () => {
        entries.delete(entry);
        // No form is left, so nothing can be lost any more.
        if (entries.size === 0) answer(forms, true);
        notice();
      };
    },
    dirty,
    isDirty: () => dirty().length > 0,
    notice,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waiting: null,
  };
  return forms;
}

function answer(forms: UnsavedForms, leaves: boolean): void {
  forms.waiting?.(leaves);
  forms.waiting = null;
}

const Context = createContext<UnsavedForms | null>(null);

/**
 * Asks before the user leaves a page with unsaved input. All forms register with this one guard, because a router
 * supports one blocker at a time. It does not ask when the session has ended, because drafts are stored.
 */
export function UnsavedGuard({ children }: { children: ReactNode }): ReactElement {
  const api = useApi();
  const [forms] = useState(createForms);
  const isAsked = useSyncExternalStore(forms.subscribe, () => forms.waiting !== null);
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

  const decide = (leaves: boolean): void => {
    if (leaves) for (const entry of forms.dirty()) entry.discard();
    if (leaves) blocker.proceed?.();
    else blocker.reset?.();
    answer(forms, leaves);
    forms.notice();
  };

  const isOpen = isAsked || blocker.state === 'blocked';
  const labels = isOpen ? forms.dirty().map((entry) => entry.label()) : [];
  return (
    <Context value={forms}>
      {children}
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            cancel="Seguir editando"
            confirm="Salir sin guardar"
            onCancel={() => decide(false)}
            onConfirm={() => decide(true)}
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

/** Registers a form with the surrounding guard. Without a guard nothing is asked. */
export function useUnsaved(entry: UnsavedEntry): void {
  const forms = useContext(Context);
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
    forms?.notice();
  });
  useEffect(
    () =>
      forms?.add({
        label: () => latest.current.label(),
        isDirty: () => latest.current.isDirty(),
        discard: () => latest.current.discard(),
      }),
    [forms],
  );
}

const never = (): boolean => false;
const nothing = () => never;

/** Whether a form of the page has unsaved input, as of its last render. */
export function useIsUnsaved(): boolean {
  const forms = useContext(Context);
  return useSyncExternalStore(forms?.subscribe ?? nothing, forms?.isDirty ?? never);
}

/**
 * Returns a function that asks before an action that leaves the page without navigation, such as signing out. It
 * resolves to `true` if there is no unsaved input or the user discards it.
 *
 * @example
 * const mayLeave = useMayLeave();
 * if (await mayLeave()) logout();
 */
export function useMayLeave(): () => Promise<boolean> {
  const forms = useContext(Context);
  return async () =>
    !forms?.isDirty() ||
    new Promise((resolve) => {
      answer(forms, false);
      forms.waiting = resolve;
      forms.notice();
    });
}
