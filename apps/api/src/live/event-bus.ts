import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';

/**
 * Notifies every API process that the log has new rows. It is only a signal: the changes are always read from the log,
 * so a lost message delays a change but never loses it.
 */
export interface EventBus {
  /** Signals a commit to all processes, at most ten times a second. */
  announce(): void;
  /** Sends a text to all processes, also this one. It is not kept: who does not listen now does not get it. */
  tell(text: string): Promise<void>;
  /** Calls `onEvent`, and `onTold` with each text, until the returned function is called. */
  listen(onEvent: () => void, onTold?: (text: string) => void): () => Promise<void>;
  close(): Promise<void>;
}

const channel = 'pauta_changes';
const pause = 100;

/**
 * An `EventBus` on NOTIFY. The notification is a separate statement after the commit, shared by all commits of a tenth
 * of a second: inside each write transaction it would halve the write throughput, because notifying transactions commit
 * one after another.
 */
export const createEventBus = (database: Database, onError: (error: Error) => void): EventBus => {
  const listeners = new Set<() => void>();
  const hearers = new Set<(text: string) => void>();
  let stopListening: (() => Promise<void>) | undefined;
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  const hear = (): void => {
    for (const onEvent of listeners) onEvent();
  };
  const receive = (text = ''): void => {
    if (text === '') hear();
    else for (const onTold of hearers) onTold(text);
  };
  const send = (): void => {
    timer = undefined;
    last = performance.now();
    sending = database.query(sql`SELECT pg_notify(${channel}, '')`).catch(onError);
  };

  return {
    announce: () => {
      // This process does not wait for its own notification.
      hear();
      timer ??= setTimeout(send, Math.max(0, last + pause - performance.now())).unref();
    },
    tell: async (text) => {
      await database.query(sql`SELECT pg_notify(${channel}, ${text})`);
    },
    listen: (onEvent, onTold) => {
      listeners.add(onEvent);
      if (onTold) hearers.add(onTold);
      stopListening ??= database.listen(channel, receive);
      return async () => {
        listeners.delete(onEvent);
        if (onTold) hearers.delete(onTold);
        if (listeners.size > 0) return;
        const stop = stopListening;
        stopListening = undefined;
        await stop?.();
      };
    },
    close: async () => {
      clearTimeout(timer);
      await sending;
      await stopListening?.();
    },
  };
};
