import type { CrewRoute, RouteAct } from '@pauta/domain/implementation/route/crew-route.ts';
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

interface Queued {
  /** Also the idempotency key, so that sending it again does not do it twice. */
  readonly id: string;
  readonly userId: string;
  readonly orderId: string;
  /** What it is, for the list of what is not sent. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  /** Why the server refused it; it stays until the user tries again or discards it. */
  readonly failure: string | null;
}

/** A step that was ticked or taken back. */
export interface QueuedTick extends Queued {
  readonly kind: 'tick';
  readonly stepId: string;
  readonly isDone: boolean;
}

/** A photo with what was known when it was taken. */
export interface QueuedPhoto extends Queued {
  readonly kind: 'photo';
  readonly name: string;
  readonly content: Blob;
  /** Null without https, where browsers compute no hashes. */
  readonly sha256: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracy_m: number | null;
}

/** An order that was started or finished. */
export interface QueuedAct extends Queued {
  readonly kind: 'act';
  readonly act: RouteAct;
  /** The version of the order when it was sent first; null before. A repetition with it does nothing twice. */
  readonly version: number | null;
}

export type FieldEntry = QueuedTick | QueuedPhoto | QueuedAct;

let queue: UseStore | undefined;
let routes: UseStore | undefined;
// Each store has a database of its own, because `createStore` makes one store in each.
const queueStore = (): UseStore => (queue ??= createStore('pauta-field-queue', 'entries'));
const routeStore = (): UseStore => (routes ??= createStore('pauta-field-route', 'routes'));

/** What a user did and is not sent, in the order in which they did it. Other users of the telephone do not see it. */
export const readQueue = async (userId: string): Promise<readonly FieldEntry[]> =>
  (await entries<string, FieldEntry>(queueStore()))
    .map(([, entry]) => entry)
    .filter((entry) => entry.userId === userId)
    .sort((a, b) => a.madeAt - b.madeAt || (a.id < b.id ? -1 : 1));

export const keepEntry = (entry: FieldEntry): Promise<void> => set(entry.id, entry, queueStore());

/** Changes an entry unless it was sent or discarded meanwhile. */
export const changeEntry = async (
  id: string,
  values: Partial<
    Pick<QueuedPhoto, 'failure' | 'latitude' | 'longitude' | 'accuracy_m'> & Pick<QueuedAct, 'version'>
  >,
): Promise<void> => {
  const entry = await get<FieldEntry>(id, queueStore());
  if (entry) await set(id, { ...entry, ...values } as FieldEntry, queueStore());
};

export const dropEntry = (id: string): Promise<void> => del(id, queueStore());

/** The last route that was read, for a telephone without a network. */
export interface KeptRoute {
  readonly route: CrewRoute;
  readonly readAt: number;
}

export const keepRoute = (userId: string, kept: KeptRoute): Promise<void> => set(userId, kept, routeStore());
export const readKeptRoute = (userId: string): Promise<KeptRoute | undefined> => get(userId, routeStore());
