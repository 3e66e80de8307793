import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const shortestPause = 250;
const longestPause = 5000;

/**
 * Listens on a notification channel of the database, on a dedicated connection that is reopened when it breaks. `onNotify`
 * is called with the payload of each notification, and without one after each (re)connection, because notifications may
 * have been missed.
 *
 * @returns a function that stops it
 */
export const startListener = (
  options: pg.ClientConfig,
  channel: string,
  onNotify: (payload?: string) => void,
  onError: (error: Error) => void = () => undefined,
): (() => Promise<void>) => {
  const stopping = new AbortController();
  /** Only while connected: ending a connection that is being opened may never complete. */
  let client: pg.Client | undefined;

  /** Ends with the connection. */
  const listenOnce = async (connected: () => void): Promise<void> => {
    const mine = new pg.Client(options);
    const ended = new Promise<void>((settle) => {
      mine.once('end', settle);
    });
    mine.on('error', onError);
    mine.on('notification', ({ payload }) => onNotify(payload));
    try {
      await mine.connect();
      if (stopping.signal.aborted) return await mine.end();
      client = mine;
      await mine.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      connected();
      onNotify();
      await ended;
    } finally {
      client = undefined;
      await mine.end().catch(() => undefined);
    }
  };

  const running = (async () => {
    let pause = shortestPause;
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(() => {
          pause = shortestPause;
        });
      } catch (error) {
        if (!stopping.signal.aborted) onError(error as Error);
      }
      await sleep(pause * (0.5 + Math.random()), undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
      pause = Math.min(pause * 2, longestPause);
    }
  })();

  return async () => {
    stopping.abort();
    await client?.end().catch(() => undefined);
    await running;
  };
};
