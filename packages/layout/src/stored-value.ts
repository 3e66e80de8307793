/** A value stored under a key of `localStorage`, shared by all parts of the page and synchronized between tabs. */
export interface StoredValue<T> {
  get(): T;
  /** Changes it, on top of what another tab may have written since. The same value changes nothing. */
  update(change: (value: T) => T): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Values of one kind by key. Where storage is missing, full or forbidden, a value lasts as long as the page.
 *
 * @param parse Parses the output of `write`; must accept any input, `null` when nothing was written.
 */
export function storedValues<T>(
  parse: (stored: string | null) => T,
  write: (value: T) => string = JSON.stringify,
): (key: string) => StoredValue<T> {
  const known = new Map<string, StoredValue<T>>();

  const open = (key: string): StoredValue<T> => {
    const listeners = new Set<() => void>();
    let written: string | null = null;
    let value = parse(null);
    const read = (): void => {
      let stored = written;
      try {
        stored = localStorage.getItem(key);
      } catch {
        // Forbidden.
      }
      if (stored === written) return;
      written = stored;
      value = parse(stored);
    };
    const tell = (): void => {
      for (const listener of [...listeners]) listener();
    };
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== key && event.key !== null) return;
      read();
      tell();
    };
    return {
      get() {
        // Nobody follows the other tabs.
        if (listeners.size === 0) read();
        return value;
      },
      update(change) {
        read();
        const next = change(value);
        if (next === value) return;
        value = next;
        try {
          written = write(value);
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
  };

  return (key) => {
    const value = known.get(key) ?? open(key);
    known.set(key, value);
    return value;
  };
}
