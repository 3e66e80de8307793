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

// Every page has the guard; only a page with something to lose needs the window.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../controls/confirm-dialog.tsx')).ConfirmDialog,
}));

/** A form with something to lose. */
export interface UnsavedEntry {
  /** Name of the unsaved content: "Cliente ACME". */
  readonly label: () => string;
  readonly isDirty: () => boolean;
  /** Called when the person leaves and gives the changes up. */
  readonly discard: () => void;
}

/** The forms of the page, and who waits for leave to leave it. */
interface UnsavedForms {
  add(entry: UnsavedEntry): () => void;
  /** Those that would lose something. */
  dirty(): UnsavedEntry[];
  readonly isDirty: () => boolean;
  /** Whether they lose something may have changed, or who waits. */
  notice(): void;
  subscribe(listener: () => void): () => void;
  /** Resolves the open question with the user's answer. */
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
        // The page has gone already.
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
 * The one guard against losing what was typed (a router honours one blocker at a time): every form registers
 * here. Asks before leaving the page; a session that ended is let through, as the draft is kept.
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

/** Registers a form with the guard. Without a guard around it nothing is asked. */
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

/** Whether a form of the page would lose something, as of its last rendering. */
export function useIsUnsaved(): boolean {
  const forms = useContext(Context);
  return useSyncExternalStore(forms?.subscribe ?? nothing, forms?.isDirty ?? never);
}

/**
 * Asks before something that ends the page and is no navigation, such as signing out: `true` where there is nothing to
 * lose, or where the person gave it up.
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
