import { useApi } from '@pauta/core/react';
import type { ListQuery, Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../controls/toast.ts';
import { describeFailure } from '../../data/failure.ts';
import { scopeOf } from '../../data/use-summary.ts';
import type { Selection } from '../../query/selection.ts';

export interface UseSelection {
  /** Null if nothing is selected. */
  readonly selection: Selection | null;
  has(id: string): boolean;
  /** How many rows of the current page are selected. */
  readonly page: 'none' | 'some' | 'all';
  /** @param range also selects all rows between this one and the previously toggled one */
  readonly toggle: (id: string, range?: boolean) => void;
  readonly togglePage: () => void;
  /** Selects all rows that match the query of the list; the server counts them. */
  readonly selectAll: () => Promise<void>;
  readonly clear: () => void;
}

type Kept = { readonly ids: ReadonlySet<string> } | { readonly all: ListQuery; readonly expected: number };

const none: Kept = { ids: new Set() };

/**
 * The selected rows of a list. The selection survives paging and sorting; a change of the filter clears it, and the
 * reader is informed.
 */
export function useSelection(
  resource: Resource,
  query: ListQuery,
  page: Page<AnyRecord> | undefined,
): UseSelection {
  const api = useApi();
  const [kept, setKept] = useState<Kept>(none);
  const anchor = useRef<string | null>(null);
  const scope = scopeOf(resource, query).toString();
  const chosen = useRef(scope);
  const rows = page?.data;
  const latest = useRef({ rows, kept });
  latest.current = { rows, kept };

  useEffect(() => {
    if (chosen.current === scope) return;
    chosen.current = scope;
    const { kept: before } = latest.current;
    if ('ids' in before && before.ids.size === 0) return;
    setKept(none);
    notify('Se quitó la selección porque cambió el filtro.');
  }, [scope]);

  const toggle = useCallback((id: string, range = false): void => {
    const ids = latest.current.rows?.map((row) => row.id) ?? [];
    const from = anchor.current === null ? -1 : ids.indexOf(anchor.current);
    const to = ids.indexOf(id);
    anchor.current = id;
    setKept((before) => {
      // Deselecting one row of "all" keeps the other visible ones.
      const next = new Set('ids' in before ? before.ids : ids);
      const on = !next.has(id);
      const touched =
        range && from >= 0 && to >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      for (const one of touched) {
        if (on) next.add(one);
        else next.delete(one);
      }
      return { ids: next };
    });
  }, []);

  const togglePage = useCallback((): void => {
    const ids = latest.current.rows?.map((row) => row.id) ?? [];
    setKept((before) => {
      if (!('ids' in before)) return none;
      const next = new Set(before.ids);
      const isFull = ids.every((id) => next.has(id));
      for (const id of ids) {
        if (isFull) next.delete(id);
        else next.add(id);
      }
      return { ids: next };
    });
  }, []);

  const selectAll = useCallback(async (): Promise<void> => {
    try {
      const { data } = await api.get<{ data: { count: number } }>(
        `/${resource.path}/summary${scope && `?${scope}`}`,
      );
      setKept({ all: { ...query, cursor: null }, expected: data.count });
    } catch (error) {
      notify(describeFailure(error).message, { tone: 'danger' });
    }
  }, [api, resource, scope, query]);

  const clear = useCallback((): void => {
    anchor.current = null;
    setKept(none);
  }, []);

  return useMemo(() => {
    const has = (id: string): boolean => !('ids' in kept) || kept.ids.has(id);
    const count = rows?.filter((row) => has(row.id)).length ?? 0;
    const selection: Selection | null =
      'ids' in kept
        ? kept.ids.size > 0
          ? { kind: 'ids', ids: [...kept.ids] }
          : null
        : { kind: 'all', query: kept.all, expected: kept.expected };
    return {
      selection,
      has,
      page: count === 0 ? 'none' : count === rows?.length ? 'all' : 'some',
      toggle,
      togglePage,
      selectAll,
      clear,
    };
  }, [kept, rows, toggle, togglePage, selectAll, clear]);
}
