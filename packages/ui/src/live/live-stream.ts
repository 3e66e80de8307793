import type { Presence } from '@pauta/domain/live/presence.ts';
import { type OpenStream, readStream } from './live-connection.ts';
import type { LiveMessage } from './live-event.ts';

export interface LiveStream {
  /** Calls `listener` for each message until the returned function is called. */
  subscribe(listener: (message: LiveMessage) => void): () => void;
  /** Calls these with who edits what; the stream is open while somebody subscribes. */
  readonly present: Set<(presence: Presence) => void>;
}

interface StreamUpdate {
  readonly message?: LiveMessage;
  readonly presence?: Presence;
  readonly position?: string;
}

/** A tab that is hidden for this long disconnects; it resumes from the same position when it becomes visible. */
const hiddenTimeout = 5 * 60_000;
/** Milliseconds for which the stream stays open without a subscriber, so that navigation does not reconnect it. */
const idleTimeout = 5000;

/**
 * The stream of changes, received once for all tabs of a browser: one tab reads it and passes the messages to the
 * others, because a browser opens only six connections to a server without HTTP/2. Without `BroadcastChannel` or the
 * Web Locks API each tab reads its own.
 *
 * @param name equal in tabs that may share the stream, so it contains server and user
 */
export function openLiveStream(name: string, open: OpenStream): LiveStream {
  const listeners = new Set<(message: LiveMessage) => void>();
  const present = new Set<(presence: Presence) => void>();
  let lastId = '';
  let running: AbortController | undefined;
  let channel: BroadcastChannel | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const deliver = ({ message, presence, position }: StreamUpdate): void => {
    if (position !== undefined) lastId = position;
    if (message) for (const listener of [...listeners]) listener(message);
    if (presence) for (const listener of present) listener(presence);
  };
  const publish = (update: StreamUpdate): void => {
    deliver(update);
    channel?.postMessage(update);
  };
  const read = (signal: AbortSignal): Promise<void> =>
    readStream({
      open,
      signal,
      lastId,
      onMessage: (message) => publish({ message }),
      onPresence: (presence) => publish({ presence }),
      onPosition: (position) => publish({ position }),
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
    channel.onmessage = ({ data }: MessageEvent<StreamUpdate>) => deliver(data);
    // The tab that holds the lock reads the stream; when it closes, the next one takes over.
    navigator.locks.request(name, { signal }, () => read(signal)).catch(() => undefined);
  };
  const stop = (): void => {
    running?.abort();
    running = undefined;
    channel?.close();
    channel = undefined;
  };
  const onVisibilityChange = (): void => {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') hidden = setTimeout(stop, hiddenTimeout);
    else start();
  };

  return {
    present,
    subscribe: (listener) => {
      listeners.add(listener);
      clearTimeout(idle);
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', onVisibilityChange);
        start();
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        document.removeEventListener('visibilitychange', onVisibilityChange);
        clearTimeout(hidden);
        idle = setTimeout(() => {
          stop();
          // The next subscriber loads its data itself, so it needs no events from before.
          lastId = '';
        }, idleTimeout);
      };
    },
  };
}
