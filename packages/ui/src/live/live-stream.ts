import { keepReading, type OpenStream } from './live-connection.ts';
import type { LiveMessage } from './live-event.ts';

export interface LiveStream {
  /** Calls `hear` for each message until the returned function is called. */
  subscribe(hear: (message: LiveMessage) => void): () => void;
}

interface Told {
  readonly message?: LiveMessage;
  readonly position?: string;
}

/** A tab that is hidden for this long disconnects; it resumes from the same position when it becomes visible. */
const hiddenLife = 5 * 60_000;
/** Milliseconds for which the stream stays open without a subscriber, so that navigation does not reconnect it. */
const rest = 5000;

/**
 * The stream of changes, received once for all tabs of a browser: one tab reads it and passes the messages to the
 * others, because a browser opens only six connections to a server without HTTP/2. Without `BroadcastChannel` or the
 * Web Locks API each tab reads its own.
 *
 * @param name equal in tabs that may share the stream, so it contains server and user
 */
export function openLiveStream(name: string, open: OpenStream): LiveStream {
  const listeners = new Set<(message: LiveMessage) => void>();
  let lastId = '';
  let running: AbortController | undefined;
  let channel: BroadcastChannel | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const take = ({ message, position }: Told): void => {
    if (position !== undefined) lastId = position;
    if (message) for (const hear of [...listeners]) hear(message);
  };
  const tell = (told: Told): void => {
    take(told);
    channel?.postMessage(told);
  };
  const read = (signal: AbortSignal): Promise<void> =>
    keepReading({
      open,
      signal,
      lastId,
      onMessage: (message) => tell({ message }),
      onPosition: (position) => tell({ position }),
    });

  const start = (): void => {
    if (running || document.visibilityState === 'hidden') return;
    running = new AbortController();
    const { signal } = running;
    if (typeof BroadcastChannel === 'undefined' || !navigator.locks) {
      void read(signal);
      return;
    }
    channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<Told>) => take(data);
    // The tab that holds the lock reads the stream; when it closes, the next one takes over.
    navigator.locks.request(name, { signal }, () => read(signal)).catch(() => undefined);
  };
  const stop = (): void => {
    running?.abort();
    running = undefined;
    channel?.close();
    channel = undefined;
  };
  const look = (): void => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') hidden = setTimeout(stop, hiddenLife);
    else start();
  };

  return {
    subscribe: (hear) => {
      listeners.add(hear);
      clearTimeout(idle);
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', look);
        start();
      }
      return () => {
        if (!listeners.delete(hear) || listeners.size > 0) return;
        document.removeEventListener('visibilitychange', look);
        clearTimeout(hidden);
        idle = setTimeout(() => {
          stop();
          // The next subscriber loads its data itself, so it needs no events from before.
          lastId = '';
        }, rest);
      };
    },
  };
}
