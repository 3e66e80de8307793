import type { StorageLike } from '../src/storage.ts';

/** A storage whose content the tests can read. */
export interface MemoryStorage extends StorageLike {
  readonly contents: Map<string, string>;
}

export function memoryStorage(initial: Record<string, string> = {}): MemoryStorage {
  const contents = new Map(Object.entries(initial));
  return {
    contents,
    getItem: (key) => contents.get(key) ?? null,
    setItem: (key, value) => void contents.set(key, String(value)),
    removeItem: (key) => void contents.delete(key),
  };
}
