import { ApiError } from '@pauta/core';
import type { Presence } from '@pauta/domain/live/presence.ts';
import { createParser } from 'eventsource-parser';
import { type LiveMessage, readMessage } from './live-event.ts';

/** Opens the stream after the event `lastId`; '' begins with the next event. */
export type OpenStream = (lastId: string, signal: AbortSignal) => Promise<Response>;

export interface LiveConnectionOptions {
  readonly open: OpenStream;
  readonly signal: AbortSignal;
  /** Id of the last event received. */
  readonly lastId: string;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onPresence: (presence: Presence) => void;
  /** Called with the id of each event after it was delivered. */
  readonly onPosition: (id: string) => void;
}

const shortest = 1000;
const longest = 60_000;
/**
 * Milliseconds without data after which the connection counts as lost: the server sends a heartbeat every 15 seconds.
 */
const silence = 45_000;

/** Status codes that a further attempt would get as well; 404 means a server without live changes. */
const final = new Set([400, 401, 403, 404, 405, 406, 422]);

/** Waits for the given time, or until the browser is online again. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    // Ends both listeners, also where the timer ends after the page is gone with its functions.
    const ended = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      ended.abort();
      done();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
    if (signal.aborted) end();
  });

/**
 * Reads the stream until `signal` is aborted. Reconnects after the last event when the connection breaks, with growing
 * delays after failures, and stops on a status code in `final`. Never rejects.
 */
export async function readStream({
  open,
  signal,
  lastId: from,
  onMessage,
  onPresence,
  onPosition,
}: LiveConnectionOptions): Promise<void> {
  let lastId = from;
  let failures = 0;
  let retry = shortest;

  const readOnce = async (): Promise<void> => {
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    signal.addEventListener('abort', stop);
    let watch = setTimeout(stop, silence);
    try {
      const response = await open(lastId, attempt.signal);
      const parser = createParser({
        onEvent: ({ id, event, data }) => {
          const message = readMessage(event, data);
          if (message) onMessage(message);
          else if (event === 'presence') onPresence(JSON.parse(data) as Presence);
          if (id !== undefined) {
            lastId = id;
            onPosition(id);
          }
        },
        onRetry: (milliseconds) => {
          retry = milliseconds;
        },
      });
      const decoder = new TextDecoder();
      const reader = response.body?.getReader();
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) return;
        failures = 0;
        clearTimeout(watch);
        watch = setTimeout(stop, silence);
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
    } finally {
      clearTimeout(watch);
      signal.removeEventListener('abort', stop);
    }
  };

  while (!signal.aborted) {
    let pause = retry;
    try {
      await readOnce();
    } catch (error) {
      if (error instanceof ApiError && final.has(error.status)) return;
      pause = Math.min(retry * 2 ** failures, longest);
      failures += 1;
      if (error instanceof ApiError && error.retryAfter) pause = Math.max(pause, error.retryAfter * 1000);
    }
    // Random delay, so that not all browsers reconnect at once.
    if (!signal.aborted) await wait(pause * (0.75 + Math.random() / 2), signal);
  }
}
