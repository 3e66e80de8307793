import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Values that mounted components register, in order of registration. */
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
 * Registers a value while the component is mounted. The value is registered again only when `signature` changes,
 * because a value created in each render would cause an endless loop.
 */
export function useRegister<T>(registry: Registry<T>, value: T | null, signature: unknown): void {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `signature` changes whenever the value does.
  useEffect(
    () => (latest.current === null ? undefined : registry.add(latest.current)),
    [registry, signature],
  );
}
