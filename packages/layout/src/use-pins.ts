import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { noPins, type Pin, type PinAction, type Pins, parsePins, pinReducer } from './pin-list.ts';

interface PinStore {
  get(): Pins;
  dispatch(action: PinAction): void;
  subscribe(listener: () => void): () => void;
}

const stores = new Map<string, PinStore>();

/** One store a key, so that a star and a list on the same page agree; other tabs are followed. */
function pinStore(key: string): PinStore {
  const known = stores.get(key);
  if (known) return known;
  const listeners = new Set<() => void>();
  let written: string | null = null;
  let pins = noPins;
  const read = (): void => {
    let stored = written;
    try {
      stored = localStorage.getItem(key);
    } catch {
      // Forbidden: what was marked lasts as long as the page.
    }
    if (stored === written) return;
    written = stored;
    pins = parsePins(stored);
  };
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== key && event.key !== null) return;
    read();
    tell();
  };
  read();
  const store: PinStore = {
    get: () => pins,
    dispatch(action) {
      // Another tab may have written since.
      read();
      const next = pinReducer(pins, action);
      if (next === pins) return;
      pins = next;
      try {
        written = JSON.stringify(pins);
        localStorage.setItem(key, written);
      } catch {
        // Full or forbidden.
      }
      tell();
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        read();
        addEventListener('storage', onStorage);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener('storage', onStorage);
      };
    },
  };
  stores.set(key, store);
  return store;
}

const nobody: PinStore = { get: () => noPins, dispatch: () => undefined, subscribe: () => () => undefined };

export interface PinControls extends Pins {
  readonly dispatch: (action: PinAction) => void;
}

/**
 * Favourites and recent pages, kept under a key of `localStorage`; give each person his own key, and `null` while he is
 * not known.
 *
 * @example
 * const pins = usePins(user && `pauta.pins.${user.id}`);
 */
export function usePins(storageKey: string | null): PinControls {
  const store = typeof window === 'undefined' || storageKey === null ? nobody : pinStore(storageKey);
  const pins = useSyncExternalStore(store.subscribe, store.get, () => noPins);
  return useMemo(() => ({ ...pins, dispatch: store.dispatch }), [pins, store]);
}

/** Long enough to have looked at a page, not only passed through it. */
const visitDelay = 1000;

/**
 * Notes a page as visited once a person has stayed on it; `null` for what need not be found again.
 *
 * @example
 * useVisit(pins, { href: pathname, label: title });
 */
export function useVisit({ dispatch }: Pick<PinControls, 'dispatch'>, pin: Pin | null): void {
  const { href, label, section } = pin ?? {};
  useEffect(() => {
    if (href === undefined || label === undefined) return;
    const timer = setTimeout(
      () => dispatch({ type: 'visit', pin: { href, label, ...(section !== undefined && { section }) } }),
      visitDelay,
    );
    return () => clearTimeout(timer);
  }, [dispatch, href, label, section]);
}
