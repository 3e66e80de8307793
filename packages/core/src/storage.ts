/**
 * The part of the browser's `Storage` that a session needs. `localStorage` and `sessionStorage` have it; any
 * synchronous key/value store with these methods can be used.
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

/** `localStorage` in a browser that allows it, undefined otherwise: a server must not share sessions between users. */
export function defaultStorage(): StorageLike | undefined {
  if (typeof window === 'undefined') return undefined;
  try {
    return window.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}
