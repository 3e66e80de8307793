import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type StoredValue, storedValues } from '../stored-value.ts';
import { noPins, type Pin, type PinAction, type Pins, parsePins, pinReducer } from './pin-list.ts';

const pinsAt = storedValues(parsePins);

const nobody: StoredValue<Pins> = {
  get: () => noPins,
  update: () => undefined,
  subscribe: () => () => undefined,
};

export interface PinControls extends Pins {
  readonly dispatch: (action: PinAction) => void;
}

/**
 * Favourites and recent pages, stored under a key of `localStorage`; use a separate key per user, and `null` while the
 * user is unknown.
 *
 * @example
 * const pins = usePins(user && `pauta.pins.${user.id}`);
 */
export function usePins(storageKey: string | null): PinControls {
  const store = typeof window === 'undefined' || storageKey === null ? nobody : pinsAt(storageKey);
  const pins = useSyncExternalStore(store.subscribe, store.get, () => noPins);
  return useMemo(
    () => ({ ...pins, dispatch: (action) => store.update((before) => pinReducer(before, action)) }),
    [pins, store],
  );
}

/**
 * How long a page must be open to count as visited, in milliseconds; pages that are only passed through do not count.
 */
const visitDelay = 1000;

/**
 * Records a page as visited once it has been open for a second; `null` records nothing.
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
