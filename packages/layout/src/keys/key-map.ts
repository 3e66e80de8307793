import { useEffect, useSyncExternalStore } from 'react';
import { type StoredValue, storedValues } from '../stored-value.ts';
import { parseKeys } from './key-press.ts';

/** Custom keys by the id of the shortcut; an empty list disables the shortcut. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;

const own: KeyMap = {};

/** Parses a stored map; invalid entries are left out. */
export function parseKeyMap(stored: string | null): KeyMap {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return own;
    const entries = Object.entries(value).flatMap(([id, keys]) =>
      Array.isArray(keys) ? [[id, keys.filter((key) => typeof key === 'string' && key.trim() !== '')]] : [],
    );
    return Object.fromEntries(entries);
  } catch {
    return own;
  }
}

const mapAt = storedValues(parseKeyMap);
const listeners = new Set<() => void>();
let current: StoredValue<KeyMap> | null = null;

const tell = (): void => {
  for (const listener of [...listeners]) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The custom shortcuts of the current user; the defaults until {@link useKeysOf} sets the user. */
export const keyMap: {
  readonly get: () => KeyMap;
  /** `null` restores the default keys of a shortcut. */
  readonly set: (id: string, keys: readonly string[] | null) => void;
  readonly reset: () => void;
} = {
  get: () => current?.get() ?? own,
  set: (id, keys) =>
    current?.update(({ [id]: _, ...others }) => (keys === null ? others : { ...others, [id]: keys })),
  reset: () => current?.update(() => own),
};

/** The custom keys of the current user. */
export const useKeyMap = (): KeyMap => useSyncExternalStore(subscribe, keyMap.get, () => own);

/**
 * Sets whose custom shortcuts apply: a key of `localStorage` per user, `null` while the user is unknown. Changes in
 * other tabs are picked up.
 *
 * @example
 * useKeysOf(user && `pauta.keys.${user.id}`);
 */
export function useKeysOf(storageKey: string | null): void {
  useEffect(() => {
    if (storageKey === null) return;
    const chosen = mapAt(storageKey);
    current = chosen;
    const leave = chosen.subscribe(tell);
    tell();
    return () => {
      leave();
      current = null;
      tell();
    };
  }, [storageKey]);
}

/** The part of a shortcut that determines its keys. */
export interface Keyed {
  readonly id?: string | undefined;
  readonly keys: readonly string[];
}

/** The keys of a shortcut: the custom ones, otherwise its defaults. */
export const keysOf = ({ id, keys }: Keyed, map: KeyMap): readonly string[] =>
  (id === undefined ? undefined : map[id]) ?? keys;

/** Whether two keys conflict: one is a prefix of the other, or a single press that occurs within the other. */
export function keysCollide(one: string, other: string): boolean {
  const [short, long] = [parseKeys(one), parseKeys(other)].sort((a, b) => a.length - b.length);
  if (!short || !long) return false;
  // A component that handles a single key itself also handles it in the middle of a sequence.
  if (short.length === 1) return long.includes(short[0] ?? '');
  return short.every((press, at) => press === long[at]);
}

/**
 * The shortcut that already uses some keys, or `null`. Shortcuts with the same id count as the same shortcut.
 *
 * @example
 * keyConflict([{ id: 'clients', keys: ['g c'] }], 'agencies', 'g c', {}); // the first one
 */
export function keyConflict<T extends Keyed>(
  shortcuts: readonly T[],
  id: string,
  written: string,
  map: KeyMap,
): T | null {
  return (
    shortcuts.find(
      (other) => other.id !== id && keysOf(other, map).some((keys) => keysCollide(keys, written)),
    ) ?? null
  );
}
