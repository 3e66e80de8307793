/**
 * The part of the browser's `Storage` that a session needs. `localStorage` and `sessionStorage` are such
 * objects; any synchronous key/value store will do.
 */
export interface StorageLike {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * The storage keys of the sign-in token and of the signed-in user's record (specification §3).
 *
 * @example
 * localStorage.getItem(storageKeys.token) // 'x1y2…' while a user is signed in
 */
export const storageKeys = { token: 'auth_token', user: 'user' } as const;

/** `localStorage` in a browser that allows it, nothing anywhere else: a server must not share sessions. */
export function defaultStorage(): StorageLike | undefined {
  if (typeof window === 'undefined') return undefined;
  try {
    return window.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}
