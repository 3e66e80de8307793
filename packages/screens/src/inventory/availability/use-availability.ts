import { type ApiQuery, useApi, useApiQuery } from '@pauta/core/react';
import {
  type AvailabilityAnswer,
  type AvailabilityRow,
  rowsOfAnswer,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { availabilityList } from '@pauta/domain/inventory/capacity/availability-list.ts';
import { type Bucket, bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import { useLive } from '@pauta/ui/live/use-live.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { requestOf, type Shown } from './shown.ts';

export interface ShownAvailability {
  readonly answer: ApiQuery<AvailabilityAnswer>;
  readonly buckets: readonly Bucket[];
  /** The spaces in the order of the answer, as they are now. */
  readonly spaces: readonly AvailabilityRow[];
  /** Reads the spaces that a change of these records concerns: `holds:<id>`. */
  readonly refresh: (changed: readonly string[]) => void;
}

/** Milliseconds in which further changes join a request. */
const together = 80;
/** More changes than this are answered by reading everything again. */
const mostChanges = 60;

/** Rows that were read again after the answer that they belong to. */
interface Renewed {
  readonly of: AvailabilityAnswer | undefined;
  readonly rows: ReadonlyMap<string, AvailabilityRow>;
}

const nothing: readonly AvailabilityRow[] = [];

/**
 * What is free in the period. Changes by others are read space by space: the rows stay in their places, also those that
 * the filters would now leave out, until the filters change.
 */
export const useAvailability = (query: ListQuery, shown: Shown): ShownAvailability => {
  const { from, to, by } = shown;
  const api = useApi();
  const answer = useApiQuery<AvailabilityAnswer>(`/availability?${requestOf(query, shown)}`, {
    keepPreviousData: true,
    revalidateOnFocus: false,
    // Comparing thousands of rows by value would take longer than showing them.
    compare: (a, b) => a === b,
  });
  const { data, mutate } = answer;
  const [renewed, setRenewed] = useState<Renewed>({ of: undefined, rows: new Map() });

  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const path = `/availability?${requestOf(query, shown, false)}`;
  const current = useRef({ data, path });
  useEffect(() => {
    current.current = { data, path };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  /** Requests follow one another, so that an older answer never replaces a newer one. */
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const read = useCallback(async (): Promise<void> => {
    const changed = [...waiting.current];
    waiting.current.clear();
    const { data: of, path: asked } = current.current;
    if (changed.length === 0 || !of) return;
    if (changed.length > mostChanges) return void mutate();
    try {
      const newer = await api.get<AvailabilityAnswer>(
        `${asked}&changed=${encodeURIComponent(changed.join(','))}`,
      );
      if (current.current.data !== of) return;
      setRenewed((before) => {
        const next = new Map(before.of === of ? before.rows : []);
        for (const row of rowsOfAnswer(newer)) next.set(row.id, row);
        return { of, rows: next };
      });
    } catch {
      // What the spaces have now is unknown.
      void mutate();
    }
  }, [api, mutate]);
  const refresh = useCallback(
    (changed: readonly string[]): void => {
      for (const one of changed) waiting.current.add(one);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        turn.current = turn.current.then(read);
      }, together);
    },
    [read],
  );
  useLive((message) => {
    if (message.type === 'change' && message.event.resource === availabilityList.name)
      refresh([message.event.id]);
    else if (
      message.type === 'reset' ||
      (message.type === 'many' && message.resource === availabilityList.name)
    )
      void mutate();
  });

  const buckets = useMemo(() => bucketsOf(from, to, by), [from, to, by]);
  const rows = useMemo(() => (data ? rowsOfAnswer(data) : nothing), [data]);
  const spaces = useMemo(() => {
    const { of, rows: newer } = renewed;
    return of === data && newer.size > 0 ? rows.map((row) => newer.get(row.id) ?? row) : rows;
  }, [rows, data, renewed]);
  return { answer, buckets, spaces, refresh };
};
