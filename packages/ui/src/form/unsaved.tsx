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

// Every page has the guard; only one with a form needs what it does. Where that does not load, what was typed is still
// kept as a draft.
const UnsavedWatch = lazy(() =>
  import('./unsaved-watch.tsx').then(
    ({ UnsavedWatch: Watch }) => ({ default: Watch }),
    () => ({ default: () => null }),
  ),
);

/** A form with something to lose. */
export interface UnsavedEntry {
  /** What it is: "Cliente ACME". */
  readonly label: () => string;
  readonly isDirty: () => boolean;
  /** Called when the person leaves and gives the changes up. */
  readonly discard: () => void;
}

/** The forms of the page, and who waits for leave to leave it. */
export interface UnsavedForms {
  add(entry: UnsavedEntry): () => void;
  /** Those that would lose something. */
  dirty(): UnsavedEntry[];
  /** Whether they lose something may have changed, or who waits. */
  notice(): void;
  readonly hasForms: () => boolean;
  readonly isDirty: () => boolean;
  subscribe(listener: () => void): () => void;
  /** Takes the person's answer where somebody waits for it. */
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
        if (entries.size === 0) forms.waiting?.(true);
        notice();
      };
    },
    dirty,
    notice,
    hasForms: () => entries.size > 0,
    isDirty: () => dirty().length > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waiting: null,
  };
  return forms;
}

const Context = createContext<UnsavedForms | null>(null);

/**
 * The one guard against losing what was typed (a router honours one blocker at a time): every form registers
 * here. Asks before leaving the page; a session that ended is let through, as the draft is kept.
 */
export function UnsavedGuard({ children }: { children: ReactNode }): ReactElement {
  const [forms] = useState(createForms);
  const hasForms = useSyncExternalStore(forms.subscribe, forms.hasForms);
  return (
    <Context value={forms}>
      {children}
      {hasForms && (
        <Suspense>
          <UnsavedWatch forms={forms} />
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
      forms.waiting?.(false);
      forms.waiting = resolve;
      forms.notice();
    });
}
