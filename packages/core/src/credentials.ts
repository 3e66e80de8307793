import { defaultStorage, type StorageLike, storageKeys } from './storage.ts';
import { parseUser, type User } from './user.ts';

/** The session at one moment. The object changes only when something in it changes. */
export interface SessionSnapshot {
  /** Whether a token exists (specification §4). The server may still refuse it. */
  readonly authenticated: boolean;
  /** The signed-in user's record; null when signed out or when the stored record cannot be read. */
  readonly user: User | null;
  /**
   * Identifies this user's session between one sign-in and the next sign-out, and contains the user's id. As a part of
   * a cache key it separates the data of consecutive users; `'guest'` when signed out.
   */
  readonly scope: string;
}

/** The stored token and user, shared by the API client and the session over one storage. */
export interface Credentials {
  /** The token currently in the storage; null if there is none. */
  token(): string | null;
  /** Stores both, after a sign-in. */
  set(token: string, user: unknown): void;
  /** Removes both. */
  clear(): void;
  getSnapshot(): SessionSnapshot;
  /** Calls `listener` after each change, in this tab or in another one. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

const signedOut: SessionSnapshot = Object.freeze({ authenticated: false, user: null, scope: 'guest' });

const shared = new WeakMap<StorageLike, Credentials>();

/** The credentials in `storage`: one shared object per storage, so that every session on it is notified of a change. */
export function openCredentials(storage: StorageLike | undefined = defaultStorage()): Credentials {
  if (!storage) return createCredentials(undefined);
  const known = shared.get(storage);
  if (known) return known;
  const created = createCredentials(storage);
  shared.set(storage, created);
  return created;
}

function createCredentials(storage: StorageLike | undefined): Credentials {
  // Holds the changes that the storage refused (private mode, full quota, no storage at all).
  const memory = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  let token: string | null = null;
  let userJson: string | null = null;
  let snapshot = signedOut;
  let signIns = 0;

  function read(key: string): string | null {
    const kept = memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  function write(key: string, value: string | null): void {
    try {
      if (value === null) storage?.removeItem(key);
      else storage?.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
    if (read(key) !== value) memory.set(key, value);
  }

  const notifyListeners = (): void => {
    for (const listener of [...listeners]) listener();
  };

  /** Reads the storage. Returns whether the session changed. */
  function reread(): boolean {
    const nextToken = usableToken(read(storageKeys.token));
    const nextUserJson = read(storageKeys.user);
    if (nextToken === token && nextUserJson === userJson) return false;
    if (nextToken !== token) signIns += 1;
    token = nextToken;
    userJson = nextUserJson;
    const before = snapshot;
    snapshot = describe(token, userJson, signIns);
    return snapshot !== before;
  }

  function sync(): void {
    if (reread()) notifyListeners();
  }

  function onStorage(event: StorageEvent): void {
    if (event.storageArea && event.storageArea !== storage) return;
    if (event.key === null) memory.clear();
    else memory.delete(event.key);
    sync();
  }

  return {
    token() {
      sync();
      return token;
    },
    set(newToken, user) {
      write(storageKeys.user, JSON.stringify(user));
      write(storageKeys.token, newToken);
      sync();
    },
    clear() {
      write(storageKeys.token, null);
      write(storageKeys.user, null);
      sync();
    },
    getSnapshot() {
      // A script of this tab may have written to the storage, for which the browser fires no event. React calls this
      // function while it renders, so other subscribers are notified afterwards.
      if (reread()) queueMicrotask(notifyListeners);
      return snapshot;
    },
    subscribe(listener) {
      // Later changes are compared with the content read here.
      sync();
      if (listeners.size === 0 && storage && typeof window !== 'undefined') {
        window.addEventListener('storage', onStorage);
        // A page restored from the back/forward cache has missed the storage events in between.
        window.addEventListener('pageshow', sync);
      }
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0 || typeof window === 'undefined') return;
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pageshow', sync);
      };
    },
  };
}

function describe(token: string | null, userJson: string | null, signIns: number): SessionSnapshot {
  if (token === null) return signedOut;
  const user = parseStoredUser(userJson);
  return { authenticated: true, user, scope: `${user?.id ?? ''}#${signIns}` };
}

function parseStoredUser(json: string | null): User | null {
  if (json === null) return null;
  try {
    return parseUser(JSON.parse(json));
  } catch {
    return null;
  }
}

/** A token that no header can carry would make every request fail, the next sign-in included. */
export function usableToken(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : null;
}
