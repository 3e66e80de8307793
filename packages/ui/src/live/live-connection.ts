import { ApiError } from '@pauta/core';
import { createParser } from 'eventsource-parser';
import { type LiveMessage, readMessage } from './live-event.ts';

/** Opens the stream where `lastId` stood; '' is "from now on". */
export type OpenStream = (lastId: string, signal: AbortSignal) => Promise<Response>;

export interface LiveConnectionOptions {
  readonly open: OpenStream;
  readonly signal: AbortSignal;
  /** Where to go on. */
  readonly lastId: string;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called with a position when everything before it was delivered. */
  readonly onPosition: (id: string) => void;
}

const shortest = 1000;
const longest = 60_000;
/** The server sends a heartbeat every 15 seconds. */
const silence = 45_000;

/** Refusals that the next attempt would get as well; 404 is a server without live changes. */
const final = new Set([400, 401, 403, 404, 405, 406, 422]);

/** Waits, but not longer than until the browser is online again. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

/**
 * Reads the stream until `signal` ends it, reconnects after each interruption at the last position, with growing delays
 * after failures, and gives up when it is refused. Never rejects.
 */
export async function keepReading({
  open,
  signal,
  lastId: from,
  onMessage,
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
