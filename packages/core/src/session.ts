import type { ApiClient, RequestOptions } from './api-client.ts';
import { invalidResponse, isRecord } from './api-error.ts';
import { type Credentials, openCredentials, type SessionSnapshot, usableToken } from './credentials.ts';
import type { StorageLike } from './storage.ts';
import { parseUser, type User } from './user.ts';

/** The part of an `ApiClient` that a session needs. */
export interface SessionApi extends Pick<ApiClient, 'get' | 'post'> {
  readonly credentials?: Credentials;
}

/** Options of `createSession`. */
export interface SessionOptions {
  api: SessionApi;
  /** Where token and user are stored. By default the storage of `api`; it must be the same one. */
  storage?: StorageLike;
}

/** Options of `Session.fetchUser`. */
export interface FetchUserOptions extends Pick<RequestOptions, 'signal'> {
  /**
   * Only a 401 ends the session; any other failure rejects. For an application that reloads the user in the background,
   * where a server that is unavailable for a moment must not end the session.
   */
  readonly keepsSession?: boolean;
}

/**
 * The signed-in user, from sign-in to sign-out, in this tab and in others of the same origin (specification §4).
 * `subscribe` and `getSnapshot` fit `useSyncExternalStore`.
 */
export interface Session {
  getSnapshot(): SessionSnapshot;
  /** Calls `listener` after each change. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /**
   * POST /login. Stores user and token.
   *
   * @param payload The credentials in the format of the server.
   * @throws ApiError 422 for a wrong password, 429 for too many attempts; the session does not change.
   */
  login(payload: object): Promise<User>;
  /**
   * POST /register. Stores user and token: a new user is signed in.
   *
   * @throws ApiError 422 with the fields to correct.
   */
  register(payload: object): Promise<User>;
  /**
   * Ends the session immediately and then informs the server (POST /logout). Never rejects: a failure is logged. The
   * promise waits for the server, which a screen need not do.
   */
  logout(): Promise<void>;
  /**
   * GET /user. Stores the user. Any failure ends the session, except a cancelled request (by the caller, or because the
   * page unloads).
   *
   * @returns The signed-in user, or null if there is none (any more).
   */
  fetchUser(options?: FetchUserOptions): Promise<User | null>;
}

/**
 * Creates the session of an application.
 *
 * @example
 * const session = createSession({ api });
 * session.subscribe(() => render(session.getSnapshot().user));
 * await session.login({ email, password });
 */
export function createSession({ api, storage }: SessionOptions): Session {
  const credentials = storage ? openCredentials(storage) : (api.credentials ?? openCredentials());
  if (api.credentials && api.credentials !== credentials) {
    throw new TypeError('The session and its API client must use the same storage.');
  }

  // A page that unloads aborts its requests; such a failure must not end the session.
  let leaving = false;
  const watch = (event: string, value: boolean): void =>
    globalThis.addEventListener?.(event, () => {
      leaving = value;
    });
  watch('pagehide', true);
  watch('pageshow', false);

  async function signIn(path: string, payload: object): Promise<User> {
    const answer = await api.post(path, payload);
    const token = isRecord(answer) ? usableToken(answer.token) : null;
    const user = isRecord(answer) ? parseUser(answer.user) : null;
    // The response body is left out of the error, because it may contain a token.
    if (!isRecord(answer) || token === null || user === null) throw invalidResponse(200, undefined);
    credentials.set(token, answer.user);
    return user;
  }

  return {
    getSnapshot: credentials.getSnapshot,
    subscribe: credentials.subscribe,
    login: (payload) => signIn('/login', payload),
    register: (payload) => signIn('/register', payload),

    async logout() {
      const token = credentials.token();
      credentials.clear();
      if (token === null) return;
      const headers = { Authorization: `Bearer ${token}` };
      try {
        await api.post('/logout', undefined, { headers, keepalive: true });
      } catch (error) {
        console.error('Error al cerrar sesión', error);
      }
    },

    async fetchUser(options) {
      const token = credentials.token();
      if (token === null) return null;
      // If another user has signed in meanwhile, this response must not change the session.
      const unchanged = (): boolean => credentials.token() === token;
      try {
        const answer = await api.get('/user', options);
        const user = isRecord(answer) ? parseUser(answer.user) : null;
        if (!isRecord(answer) || user === null) throw invalidResponse(200, answer);
        if (unchanged()) credentials.set(token, answer.user);
      } catch (error) {
        if (options?.signal?.aborted || options?.keepsSession) throw error;
        if (unchanged() && !leaving) credentials.clear();
      }
      return credentials.getSnapshot().user;
    },
  };
}
