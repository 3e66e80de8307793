import { useSyncExternalStore } from 'react';

const storageKey = 'pauta.single-keys';
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Do single characters work as shortcuts? Who dictates to his computer turns them off (WCAG 2.1.4). Remembered. */
export const singleKeys: { readonly get: () => boolean; readonly set: (on: boolean) => void } = {
  get: read,
  set(on) {
    try {
      if (on) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, 'off');
    } catch {
      // Without storage they stay on.
    }
    for (const listener of [...listeners]) listener();
  },
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, read, () => true);
