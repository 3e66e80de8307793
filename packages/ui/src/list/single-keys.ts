import { useSyncExternalStore } from 'react';

const key = 'pauta.single-keys';
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Do single characters work as shortcuts? Who dictates to his computer turns them off (WCAG 2.1.4). */
export const singleKeys = {
  get: read,
  set(on: boolean): void {
    try {
      if (on) localStorage.removeItem(key);
      else localStorage.setItem(key, 'off');
    } catch {
      // Without storage they stay on.
    }
    for (const listener of [...listeners]) listener();
  },
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, read, read);
