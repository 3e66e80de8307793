import { useApi, useUser } from '@pauta/core/react';
import { mostTyped, type Presence } from '@pauta/domain/live/presence.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { streamOf, useLive } from './use-live.ts';

/** A part of a record that is edited. */
export interface OpenPart {
  readonly id: string;
  /** Id of the line of a document; null for a field of the record. */
  readonly line: string | null;
  readonly field: string;
  readonly text: string;
}

export interface UsedPresence {
  /** What others are editing now, the latest last. */
  readonly others: readonly Presence[];
  /** Tells others which part is edited here and what was typed so far; null when none is. */
  show(part: OpenPart | null): void;
}

/** Milliseconds between two messages about what is typed. */
const pause = 500;
/** What is still open is told again after this time, for those who came later. */
const again = 10_000;
/** Without another message a part counts as closed: the browser of its editor may be gone. */
const life = 25_000;

const keyOf = ({ id, line, field, by }: Presence): string => [id, line ?? '', field, by.id].join(' ');
const isSamePart = (a: OpenPart, b: OpenPart | null): boolean =>
  b !== null && a.id === b.id && a.line === b.line && a.field === b.field;

/**
 * Who else edits records of a resource, and tells others what is edited here. Nothing of it is stored; without a
 * connection nobody is seen.
 *
 * @example
 * const { others, show } = usePresence('rep_goals');
 * show({ id: goal.id, line: null, field: 'm01', text: '1500' });
 */
export function usePresence(resource: string): UsedPresence {
  const api = useApi();
  const userId = useUser()?.id;
  const [known, setKnown] = useState<ReadonlyMap<string, Presence>>(new Map());
  // Keeps the stream open: what it brings besides is shown by others.
  useLive(() => {});
  useEffect(() => {
    if (userId === undefined) return;
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const set = (key: string, presence: Presence | null): void => {
      clearTimeout(timers.get(key));
      setKnown((now) => {
        const next = new Map(now);
        next.delete(key);
        return presence ? next.set(key, presence) : next;
      });
      if (presence)
        timers.set(
          key,
          setTimeout(() => set(key, null), life),
        );
    };
    const hear = (presence: Presence): void => {
      if (presence.resource === resource) set(keyOf(presence), presence.text === null ? null : presence);
    };
    let leave = (): void => {};
    let isGone = false;
    streamOf(api, String(userId)).then(
      ({ present }) => {
        if (isGone) return;
        present.add(hear);
        leave = () => present.delete(hear);
      },
      () => {},
    );
    return () => {
      isGone = true;
      leave();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [api, userId, resource]);

  const open = useRef<OpenPart | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const tell = useCallback(
    ({ id, line, field }: OpenPart, text: string | null): void => {
      // Others do not see it then; nothing else depends on it.
      api
        .put('/presence', { resource, id, line, field, text: text?.slice(0, mostTyped) ?? null })
        .catch(() => {});
    },
    [api, resource],
  );
  const show = useCallback(
    (part: OpenPart | null): void => {
      const before = open.current;
      open.current = part;
      clearTimeout(timer.current);
      if (before && !isSamePart(before, part)) tell(before, null);
      if (!part) return;
      const send = (): void => {
        last.current = Date.now();
        tell(part, part.text);
        timer.current = setTimeout(send, again);
      };
      const wait = isSamePart(part, before) ? Math.max(0, last.current + pause - Date.now()) : 0;
      timer.current = setTimeout(send, wait);
    },
    [tell],
  );
  useEffect(() => () => show(null), [show]);
  const others = useMemo(() => [...known.values()], [known]);
  return { others, show };
}
