import { hash } from 'node:crypto';

/** Chooses which statements are prepared by name, so that a connection parses and plans them once. */
export interface HotStatements {
  /** Name of the statement with this text while it is among the most frequent ones; undefined for others. */
  nameOf(text: string): string | undefined;
  /** Whether this name is currently assigned. */
  has(name: string): boolean;
}

interface Named {
  readonly name: string;
  uses: number;
}

/** Prefix of the names of hot statements, and of no other statement names. */
export const hotPrefix = 'hot_';

/**
 * A cache of at most `most` statement names. A new text takes a free name, or the name of the least used statement, but
 * only once it was used more often itself. So a caller who sends ever new filters displaces only their own statements,
 * never the common ones. All counts are halved periodically, so that formerly frequent statements make room.
 *
 * @param most maximum number of names; each costs every connection the memory of a plan
 * @param halving number of uses of any statement after which all counts are halved
 */
export const createHotStatements = (most: number, halving = most * 100): HotStatements => {
  const named = new Map<string, Named>();
  const names = new Set<string>();
  // Texts without a name with their number of uses, ordered by last use: the first is evicted first.
  const waiting = new Map<string, number>();
  let given = 0;
  let used = 0;

  const halve = (): void => {
    used = 0;
    for (const one of named.values()) one.uses = Math.floor(one.uses / 2);
    for (const [key, uses] of waiting) waiting.set(key, Math.floor(uses / 2));
  };
  const give = (key: string, uses: number): string => {
    given += 1;
    // Never reuse a name: a connection may still have that statement prepared.
    const name = `${hotPrefix}${given}`;
    named.set(key, { name, uses });
    names.add(name);
    waiting.delete(key);
    return name;
  };

  return {
    nameOf(text) {
      used += 1;
      if (used > halving) halve();
      const key = hash('sha1', text, 'base64');
      const held = named.get(key);
      if (held) {
        held.uses += 1;
        return held.name;
      }
      const uses = (waiting.get(key) ?? 0) + 1;
      if (named.size < most) return give(key, uses);
      let [leastKey, least] = ['', Number.POSITIVE_INFINITY];
      // One use is not enough to get a name.
      if (uses > 1) {
        for (const [other, one] of named) if (one.uses < least) [leastKey, least] = [other, one.uses];
      }
      if (uses > least) {
        names.delete(named.get(leastKey)?.name ?? '');
        named.delete(leastKey);
        return give(key, uses);
      }
      waiting.delete(key);
      waiting.set(key, uses);
      const [oldest] = waiting.keys();
      if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
      return undefined;
    },
    has: (name) => names.has(name),
  };
};
