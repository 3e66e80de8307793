/** Why a request is delayed, and for about how long; without `seconds` while the browser is offline. */
export interface Wait {
  readonly reason: 'offline' | 'retry';
  readonly seconds?: number;
}

/** The server could not be reached in any attempt. */
export class Unreachable extends Error {}

export interface Persistence {
  readonly signal: AbortSignal;
  readonly onWait?: (wait: Wait | null) => void;
  /** First delay in milliseconds; each further one doubles. */
  readonly pace?: number;
  readonly tries?: number;
  /** Milliseconds without a response until the server counts as unreachable. */
  readonly timeout?: number;
  /**
   * An address whose response explains why a request was refused: browsers hide the response of a failed preflight, and
   * can request this address without one.
   */
  readonly refusal?: string;
}

/** Statuses that are temporary. 409 means that an earlier attempt of the same request is still being processed. */
const passing = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const longestWait = 60;

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      done();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Waits until the browser is online. Since `onLine` may be wrong, an attempt is made at intervals anyway. */
async function whileOffline({ signal, onWait }: Persistence): Promise<void> {
  if (navigator.onLine !== false) return;
  onWait?.({ reason: 'offline' });
  const back = new AbortController();
  const wake = () => back.abort();
  window.addEventListener('online', wake);
  signal.addEventListener('abort', wake);
  await sleep(30_000, back.signal).catch(() => undefined);
  window.removeEventListener('online', wake);
  signal.removeEventListener('abort', wake);
  signal.throwIfAborted();
  onWait?.(null);
}

/** Seconds of a `Retry-After` header, which is a number or a date. */
export function retryAfter(response: Response): number | undefined {
  const header = response.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

async function once(
  url: string,
  init: RequestInit,
  { signal, timeout = 20_000 }: Persistence,
): Promise<Response> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  signal.addEventListener('abort', stop);
  const timer = setTimeout(stop, timeout);
  try {
    return await fetch(url, { ...init, credentials: 'omit', signal: limit.signal });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * `fetch` with retries: after network errors and temporary statuses it repeats the request with growing, jittered
 * delays, honours `Retry-After` up to a minute, and waits while the browser is offline. Only for requests that may be
 * repeated (an `Idempotency-Key` makes a `POST` repeatable).
 *
 * @returns the last response, whatever its status
 * @throws {Unreachable} if no attempt got a response; the abort reason if `signal` is aborted
 */
export async function persistentFetch(
  url: string,
  init: RequestInit,
  options: Persistence,
): Promise<Response> {
  const { signal, onWait, pace = 1000, tries = 4 } = options;
  for (let count = 1; ; count++) {
    await whileOffline(options);
    const response = await once(url, init, options).catch(() => {
      signal.throwIfAborted();
      return undefined;
    });
    if (response && !passing.has(response.status)) return response;
    if (!response && options.refusal) {
      const refused = await once(options.refusal, {}, options).catch(() => undefined);
      if (refused && [403, 404, 410].includes(refused.status)) return refused;
      signal.throwIfAborted();
    }
    // 0.5 to 1.5 times the delay, so that many visitors do not retry at the same time.
    const pause = pace * 2 ** (count - 1) * (0.5 + Math.random());
    const asked = response && retryAfter(response);
    if (count >= tries || (asked !== undefined && asked > longestWait)) {
      if (response) return response;
      throw new Unreachable('El servidor no responde.');
    }
    const ms = asked === undefined ? pause : asked * 1000 + pause / 2;
    onWait?.({ reason: 'retry', seconds: Math.ceil(ms / 1000) });
    await sleep(ms, signal);
    onWait?.(null);
  }
}
