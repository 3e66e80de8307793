import { useEffect, useState } from 'react';

const known = new WeakMap<() => Promise<unknown>, unknown>();

/** Loads something when it is first needed; undefined until it is loaded. @param load the same function each time */
export function useLoaded<T>(load: (() => Promise<T>) | undefined): T | undefined {
  const [, arrived] = useState(0);
  useEffect(() => {
    if (!load || known.has(load)) return;
    let wanted = true;
    load().then(
      (value) => {
        known.set(load, value);
        if (wanted) arrived((count) => count + 1);
      },
      // A failed optional part is left out; the page reports failures that matter to it.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return load && (known.get(load) as T | undefined);
}
