import { apiBaseUrl } from './api-base-url.ts';
import {
  ApiError,
  errorOfAnswer,
  invalidResponse,
  parseJson,
  requestIdOf,
  unreachable,
} from './api-error.ts';
import { type Credentials, openCredentials } from './credentials.ts';
import type { StorageLike } from './storage.ts';
import { type QueryParams, withQuery } from './with-query.ts';

/** Options of `createApiClient`. */
export interface ApiClientOptions {
  /** Base address of the API, without a trailing slash. By default the result of `apiBaseUrl()` for this page. */
  baseUrl?: string;
  /** Where the token is stored. By default `localStorage` in a browser, elsewhere only the memory of this client. */
  storage?: StorageLike;
  /** By default the platform's `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Milliseconds to wait for a response; 0 waits without limit. By default 30 s, and 5 minutes for uploads. */
  timeout?: number;
  /** Called for each 401 that ended the session, after the storage is cleared and before the caller gets the error. */
  onUnauthorized?: (error: ApiError) => void;
}

/** Options of a request. */
export interface RequestOptions {
  query?: QueryParams;
  /** Additional headers; they override those of the client. */
  headers?: Readonly<Record<string, string>>;
  /** Cancels the request. It then rejects with the signal's reason, as `fetch` does. */
  signal?: AbortSignal;
  /** Milliseconds, overriding the client's time-out. */
  timeout?: number;
  /** The version that this write is based on (`row_version`, or an `etag`), sent as `If-Match`. */
  ifMatch?: string | number;
  /** Sent as `Idempotency-Key`; see `createIdempotencyKey`. */
  idempotencyKey?: string;
  /** Lets the request continue after the page is closed. */
  keepalive?: boolean;
}

/** Options of a request with a body. */
export interface RequestWithBody extends RequestOptions {
  /** Sent as JSON. `FormData`, `Blob`, `URLSearchParams` and byte arrays are sent unchanged. */
  body?: unknown;
}

/** A successful response with the headers that a caller may need. */
export interface ApiAnswer<T> {
  readonly status: number;
  /** The parsed JSON; undefined for an empty response. */
  readonly body: T;
  readonly headers: Headers;
  /** The record's version, for `ifMatch`. For another origin only available if the server exposes the header. */
  readonly etag: string | null;
  readonly requestId: string | null;
}

/**
 * Calls the API. Every method rejects with an `ApiError`, unless the caller's own signal cancelled the request. Paths
 * are relative to the base address; an absolute address is refused unless it is also below the base address, so that
 * the token is never sent to another server. The type parameter is not checked against the response.
 */
export interface ApiClient {
  readonly baseUrl: string;
  /** The stored token and user, for `createSession`, which reads and writes them. */
  readonly credentials: Credentials;
  get<T = unknown>(path: string, options?: RequestOptions): Promise<T>;
  post<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  put<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  patch<T = unknown>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  delete<T = unknown>(path: string, options?: RequestOptions): Promise<T>;
  /** Any method; resolves to the parsed body. */
  request<T = unknown>(method: string, path: string, options?: RequestWithBody): Promise<T>;
  /** Any method; resolves to the parsed body together with status, headers and `etag`. */
  send<T = unknown>(method: string, path: string, options?: RequestWithBody): Promise<ApiAnswer<T>>;
  /** Any method; resolves to the response with its body unread: for downloads and event streams. */
  raw(method: string, path: string, options?: RequestWithBody): Promise<Response>;
}

/**
 * Creates an API client (specification §7 and §8): it sends and accepts JSON, sends the stored token as bearer, and
 * ends the session on a 401 (a warning in the console, no redirect).
 *
 * @example
 * const api = createApiClient();
 * const { data } = await api.get<Page<Client>>('/clients', { query: { q: 'acme', limit: 25 } });
 * await api.patch(`/clients/${client.id}`, { name: 'ACME' }, { ifMatch: client.row_version });
 *
 * @example
 * // in Node, against another server
 * const api = createApiClient({ baseUrl: 'https://pauta.example.com/api' });
 */
export function createApiClient(options: ApiClientOptions = {}): ApiClient {
  const credentials = openCredentials(options.storage);

  // Evaluated on the first request, so that a client can be created where there is no page (server rendering).
  const baseUrl = (): string => (options.baseUrl ?? apiBaseUrl()).replace(/\/+$/, '');

  async function exchange<T>(
    method: string,
    path: string,
    request: RequestWithBody,
    read: (response: Response) => Promise<T> | T,
  ): Promise<T> {
    const { signal } = request;
    const url = withQuery(resolvePath(baseUrl(), path), request.query);
    const body = encodeBody(request.body);
    const headers = headersFor(request, body, credentials.token());
    if (signal?.aborted) throw signal.reason;

    const controller = new AbortController();
    const cancel = (): void => controller.abort(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    let timedOut = false;
    const expire = (): void => {
      timedOut = true;
      controller.abort();
    };
    const timeout = request.timeout ?? options.timeout ?? (isRaw(body) ? 300_000 : 30_000);
    const timer = timeout > 0 ? setTimeout(expire, timeout) : undefined;
    try {
      const fetch = options.fetch ?? globalThis.fetch;
      const init = {
        method,
        headers,
        body,
        signal: controller.signal,
        keepalive: request.keepalive ?? false,
      };
      const response = await fetch(url, init);
      if (response.ok) return await read(response);
      const error = errorOfAnswer(response, await response.text().catch(() => ''));
      if (error.status === 401) endSession(headers.get('Authorization'), error);
      throw error;
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      if (signal?.aborted) throw signal.reason;
      throw unreachable(timedOut ? 'timeout' : 'network', cause);
    } finally {
      clearTimeout(timer);
      // The body of a raw response must remain cancellable.
      if (read !== unread) signal?.removeEventListener('abort', cancel);
    }
  }

  /** A 401 that arrives late, for a token that is no longer the stored one, does not concern the current session. */
  function endSession(sent: string | null, error: ApiError): void {
    if (sent !== bearer(credentials.token())) return;
    credentials.clear();
    console.warn('El token de autenticación expiró o no es válido.');
    options.onUnauthorized?.(error);
  }

  const send = <T>(method: string, path: string, request: RequestWithBody = {}): Promise<ApiAnswer<T>> =>
    exchange(method, path, request, readAnswer<T>);

  const request = async <T>(method: string, path: string, request?: RequestWithBody): Promise<T> =>
    (await send<T>(method, path, request)).body;

  return {
    get baseUrl() {
      return baseUrl();
    },
    credentials,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
    put: (path, body, options) => request('PUT', path, { ...options, body }),
    patch: (path, body, options) => request('PATCH', path, { ...options, body }),
    delete: (path, options) => request('DELETE', path, options),
    request,
    send,
    raw: (method, path, request = {}) => exchange(method, path, request, unread),
  };
}

const unread = (response: Response): Response => response;

async function readAnswer<T>(response: Response): Promise<ApiAnswer<T>> {
  const text = await response.text();
  const body = parseJson(text);
  const requestId = requestIdOf(response);
  if (body === text) throw invalidResponse(response.status, body, requestId);
  return {
    status: response.status,
    body: body as T,
    headers: response.headers,
    etag: response.headers.get('ETag'),
    requestId,
  };
}

function resolvePath(base: string, path: string): string {
  if (!/^[a-z][a-z\d+.-]*:/i.test(path)) return `${base}/${path.replace(/^\/+/, '')}`;
  if (path.startsWith(`${base}/`)) return path;
  throw new TypeError(`${path} is not below the API's address ${base}`);
}

type Body = FormData | Blob | URLSearchParams | ArrayBuffer | Uint8Array<ArrayBuffer> | string | undefined;

function encodeBody(body: unknown): Body {
  if (isRaw(body)) return body;
  return body === undefined || body === null ? undefined : JSON.stringify(body);
}

function isRaw(body: unknown): body is Exclude<Body, string | undefined> {
  return (
    body instanceof FormData ||
    body instanceof Blob ||
    body instanceof URLSearchParams ||
    body instanceof ArrayBuffer ||
    body instanceof Uint8Array
  );
}

function headersFor(request: RequestOptions, body: Body, token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' });
  // For every other body the platform sets the type, including the boundary of a form.
  if (!isRaw(body)) headers.set('Content-Type', 'application/json');
  const authorization = bearer(token);
  if (authorization) headers.set('Authorization', authorization);
  if (request.ifMatch !== undefined) headers.set('If-Match', entityTag(request.ifMatch));
  if (request.idempotencyKey) headers.set('Idempotency-Key', request.idempotencyKey);
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, value);
  return headers;
}

const bearer = (token: string | null): string | null => (token === null ? null : `Bearer ${token}`);

function entityTag(version: string | number): string {
  return typeof version === 'string' && /^(\*|(W\/)?".*")$/.test(version) ? version : `"${version}"`;
}
