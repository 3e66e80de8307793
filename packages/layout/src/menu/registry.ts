import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Values that parts of the page have put up and take down again, in the order in which they came. */
export interface Registry<T> {
  add(value: T): () => void;
  get(): readonly T[];
  subscribe(listener: () => void): () => void;
}

const nothing: readonly never[] = [];

export function createRegistry<T>(): Registry<T> {
  const listeners = new Set<() => void>();
  let values: readonly T[] = nothing;
  const set = (next: readonly T[]): void => {
    values = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    add(value) {
      const own = { value };
      set([...values, own.value]);
      return () => {
        const at = values.indexOf(own.value);
        if (at >= 0) set(values.toSpliced(at, 1));
      };
    },
    get: () => values,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useRegistered<T>(registry: Registry<T>): readonly T[] {
  return useSyncExternalStore(registry.subscribe, registry.get, () => nothing);
}

/**
 * Puts a value up while the component is there. It is put up anew only when `signature` changes, so that a value made
 * in each render does not go round in circles.
 */
export function useRegister<T>(registry: Registry<T>, value: T | null, signature: unknown): void {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the value.
  useEffect(
    () => (latest.current === null ? undefined : registry.add(latest.current)),
    [registry, signature],
  );
}
