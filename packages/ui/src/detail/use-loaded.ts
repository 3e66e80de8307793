import { useEffect, useState } from 'react';

const known = new WeakMap<() => Promise<unknown>, unknown>();

/** Calls `load` once it is given; undefined until it resolves. @param load must be a stable function */
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
      // An optional part that cannot be loaded is left out; the page reports the failures of required data.
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  return load && (known.get(load) as T | undefined);
}
