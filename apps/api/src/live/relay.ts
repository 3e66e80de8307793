import type { Presence } from '@pauta/domain/live/presence.ts';
import type { Actor } from '../platform/access.ts';
import type { Database } from '../platform/database/database.ts';
import type { Engine } from '../resource/engine.ts';
import { eventsByUser } from './audience.ts';
import {
  formatPosition,
  type LogRead,
  type Position,
  parsePosition,
  readChanges,
  readPosition,
} from './change-log.ts';
import type { EventBus } from './event-bus.ts';
import { type LiveUpdate, toLiveUpdate } from './live-event.ts';
import { readPresence } from './presence.ts';
import { changesOf } from './sources.ts';

/** A subscriber of changes. */
export interface Subscriber {
  readonly actor: Actor;
  /** Delivers events up to `position`. */
  send(update: LiveUpdate, position: string): void;
  /** Missed events cannot be delivered: everything on the screen may be outdated. */
  reset(position: string): void;
  /** Somebody opened or closed a part of a record, or typed into it. */
  present(presence: Presence): void;
  /** Their permissions may have changed: they have to be read again, and the subscription renewed. */
  rights(): void;
  /** The session ended: the client may reconnect if it is allowed to. */
  end(): void;
}

export interface Relay {
  /** Subscribes after delivering everything since `lastEventId`. */
  join(subscriber: Subscriber, lastEventId?: string): Promise<void>;
  leave(subscriber: Subscriber): void;
  close(): Promise<void>;
}

interface Log {
  warn(fields: object, message: string): void;
}

export interface RelayTimes {
  /** Minimum time between two reads of the log, in milliseconds. */
  readonly pause: number;
  /** Time in milliseconds after which the log is read without a notification. */
  readonly patience: number;
  /** Time between two heartbeats in milliseconds; a heartbeat also detects ended sessions. */
  readonly heartbeat: number;
}

const usualTimes: RelayTimes = { pause: 100, patience: 500, heartbeat: 15_000 };

const nothing: LiveUpdate = { events: [], counts: [] };

/**
 * Delivers everything committed in any process to the subscribers of this process, in commit order and at most ten
 * times a second. Without subscribers it does nothing.
 */
export const createRelay = (
  engine: Engine,
  database: Database,
  bus: EventBus,
  log: Log,
  times: RelayTimes = usualTimes,
): Relay => {
  const subscribers = new Set<Subscriber>();
  let position: Position | undefined;
  let stopBus: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let lastRound = 0;
  let isClosed = false;
  let hasFailed = false;
  /** Serializes reads, subscriptions and heartbeats. */
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const deliver = async ({ entries, isTooMuch, position: reached }: LogRead, to: Iterable<Subscriber>) => {
    const listeners = [...to];
    const mark = formatPosition(reached);
    if (isTooMuch) {
      for (const subscriber of listeners) subscriber.reset(mark);
      return;
    }
    if (entries.length === 0) return;
    const actors = new Map(listeners.map(({ actor }) => [actor.userId, actor]));
    const eventsOf = await eventsByUser(engine, database, await changesOf(engine, database, entries), [
      ...actors.values(),
    ]);
    const isConcerned = engine.people.rightsChanged(entries);
    for (const subscriber of listeners) {
      const events = eventsOf.get(subscriber.actor.userId) ?? [];
      if (events.length > 0) subscriber.send(toLiveUpdate(events), mark);
      if (isConcerned(subscriber.actor)) subscriber.rights();
    }
  };

  const round = async (): Promise<void> => {
    if (subscribers.size === 0) return;
    lastRound = performance.now();
    try {
      if (position) {
        const read = await readChanges(database, position);
        await deliver(read, subscribers);
        position = read.position;
      } else position = await readPosition(database);
      hasFailed = false;
    } catch (error) {
      // The position in the log is kept, so that missed changes are delivered when the database is available again.
      if (!hasFailed) log.warn({ err: error }, 'reading changes failed; it is tried again');
      hasFailed = true;
    }
  };

  const schedule = (after: number): void => {
    const at = Math.max(performance.now() + after, lastRound + times.pause);
    if (isClosed || subscribers.size === 0 || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(
      () => {
        due = Number.POSITIVE_INFINITY;
        void inTurn(round).then(() => schedule(times.patience));
      },
      Math.max(0, at - performance.now()),
    );
    timer.unref();
  };

  const beat = async (): Promise<void> => {
    if (position) for (const subscriber of subscribers) subscriber.send(nothing, formatPosition(position));
    const ids = [...new Set([...subscribers].map(({ actor }) => actor.sessionId))];
    const open = await engine.people.openSessions(database, ids);
    for (const subscriber of [...subscribers]) {
      if (!open.has(subscriber.actor.sessionId)) subscriber.end();
    }
  };

  /** Tells those who may see the record. It is not in the log, so it has no position to resume from. */
  const present = async (presence: Presence): Promise<void> => {
    const listeners = [...subscribers].filter(({ actor }) => actor.userId !== presence.by.id);
    const actors = new Map(listeners.map(({ actor }) => [actor.userId, actor]));
    const { resource, id, by } = presence;
    const change = { resource, id, change: 'changed', request_id: null, by } as const;
    const seen = await eventsByUser(engine, database, [change], [...actors.values()]);
    for (const subscriber of listeners)
      if ((seen.get(subscriber.actor.userId) ?? []).length > 0) subscriber.present(presence);
  };

  const startDelivery = (): void => {
    stopBus = bus.listen(
      () => schedule(0),
      (text) => {
        const presence = readPresence(text);
        if (!presence) return;
        void inTurn(() => present(presence)).catch((error: unknown) =>
          log.warn({ err: error }, 'telling who edits a record failed'),
        );
      },
    );
    heartbeat = setInterval(() => {
      void inTurn(beat).catch((error: unknown) => log.warn({ err: error }, 'checking sessions failed'));
    }, times.heartbeat);
    heartbeat.unref();
  };

  const rest = async (): Promise<void> => {
    clearTimeout(timer);
    clearInterval(heartbeat);
    due = Number.POSITIVE_INFINITY;
    position = undefined;
    const stop = stopBus;
    stopBus = undefined;
    await stop?.();
  };

  const catchUp = async (subscriber: Subscriber, now: Position, lastEventId: string): Promise<Position> => {
    const from = parsePosition(lastEventId, now);
    if (!from) {
      subscriber.reset(formatPosition(now));
      return now;
    }
    const read = await readChanges(database, from);
    await deliver(read, [subscriber]);
    return read.position;
  };

  return {
    join: (subscriber, lastEventId) =>
      inTurn(async () => {
        if (isClosed) return subscriber.end();
        const now = await readPosition(database);
        const reached = lastEventId ? await catchUp(subscriber, now, lastEventId) : now;
        // Resuming from an earlier position may repeat a few events, but skips none.
        position ??= now;
        if (!stopBus) startDelivery();
        subscribers.add(subscriber);
        subscriber.send(nothing, formatPosition(reached));
        schedule(0);
      }),
    leave: (subscriber) => {
      if (!subscribers.delete(subscriber) || subscribers.size > 0) return;
      void inTurn(async () => {
        if (subscribers.size === 0) await rest();
      });
    },
    close: async () => {
      isClosed = true;
      for (const subscriber of [...subscribers]) subscriber.end();
      subscribers.clear();
      await inTurn(rest);
    },
  };
};
