import type { Actor } from '../../platform/access.ts';

/** Caches actors by token briefly, so that a screen with ten concurrent requests costs one look-up. */
export interface ActorCache {
  /** The cached actor, or the result of `load`. A missing actor (null) is never cached. */
  get(key: string, load: () => Promise<Actor | null>): Promise<Actor | null>;
  /** Clears the cache, including loads in progress. */
  clear(): void;
}

/**
 * An entry is valid for half a second from the start of its look-up. So a change or end of a session, in this or
 * another process, is in effect within half a second, without messages between processes that could be lost, and
 * through any connection pooler.
 *
 * @param now the time in milliseconds
 */
export const createActorCache = (
  lifetime = 500,
  size = 5000,
  now = (): number => performance.now(),
): ActorCache => {
  let entries = new Map<string, { actor: Promise<Actor | null>; since: number }>();

  return {
    get: (key, load) => {
      const known = entries.get(key);
      if (known && now() - known.since < lifetime) return known.actor;
      const generation = entries;
      const entry = { actor: load(), since: now() };
      // The oldest look-up is the first one.
      generation.delete(key);
      if (generation.size >= size) generation.delete(generation.keys().next().value ?? '');
      generation.set(key, entry);
      const drop = () => {
        if (generation.get(key) === entry) generation.delete(key);
      };
      entry.actor.then((actor) => actor ?? drop(), drop);
      return entry.actor;
    },
    clear: () => {
      entries = new Map();
    },
  };
};
