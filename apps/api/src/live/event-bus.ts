import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';

/**
 * Notifies every API process that the log has new rows. It is only a signal: the changes are always read from the log,
 * so a lost message delays a change but never loses it.
 */
export interface EventBus {
  /** Signals a commit to all processes, at most ten times a second. */
  announce(): void;
  /** Calls `onEvent` until the returned function is called. */
  listen(onEvent: () => void): () => Promise<void>;
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
  let stopListening: (() => Promise<void>) | undefined;
  let last = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  const hear = (): void => {
    for (const onEvent of listeners) onEvent();
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
    listen: (onEvent) => {
      listeners.add(onEvent);
      stopListening ??= database.listen(channel, hear);
      return async () => {
        listeners.delete(onEvent);
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
