/** A value stored under a key of `localStorage`, shared by all components of the page and synchronized between tabs. */
export interface StoredValue<T> {
  get(): T;
  /** Changes the value, starting from what another tab may have stored since. An identical value changes nothing. */
  update(change: (value: T) => T): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates values by key. If storage is missing, full or forbidden, a value lasts until the page is closed.
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
        // Storage is forbidden.
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
        // Without listeners, changes in other tabs are not received.
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
          // Storage is full or forbidden.
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
