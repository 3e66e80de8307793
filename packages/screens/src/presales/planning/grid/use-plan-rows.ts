import { useApi, useApiQuery, useUser } from '@pauta/core/react';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { GridOutcome } from '@pauta/domain/presales/planning/plan-grid.ts';
import { formatQuery, type ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { WeightsOf } from '@pauta/ui/grid/model/operations.ts';
import { isOwnChange } from '@pauta/ui/live/own-changes.ts';
import { useLive } from '@pauta/ui/live/use-live.ts';
import { useCallback, useMemo, useState } from 'react';

interface GridAnswer {
  readonly data: readonly AnyRecord[];
  readonly locked: Readonly<Record<string, readonly string[]>>;
  readonly is_cut: boolean;
}

/** The stored rows of a grid. */
export interface PlanRows {
  readonly answer: ReturnType<typeof useApiQuery<GridAnswer>>;
  /** In the latest version that is known. */
  readonly records: readonly AnyRecord[];
  /** Who saved the latest version of a row, if another person did. */
  readonly changedBy: ReadonlyMap<string, string>;
  /** Takes over the rows as they were saved. */
  take(outcomes: readonly GridOutcome[]): void;
}

const pathOf = (resource: Resource, query: ListQuery, fields: readonly string[]): string => {
  const parameters = formatQuery(resource, { ...query, cursor: null });
  parameters.set('fields', fields.join(','));
  return `/${resource.path}/grid?${parameters}`;
};

/** A figure beside each row by id; null reads none. */
export function useFigures(
  resource: Resource,
  query: ListQuery,
  field: string | null,
): ReadonlyMap<string, string> | null {
  const { data } = useApiQuery<GridAnswer>(field === null ? null : pathOf(resource, query, [field]), {
    keepPreviousData: true,
  });
  return useMemo(
    () =>
      data && field !== null
        ? new Map(
            data.data.flatMap(({ id, [field]: figure }) =>
              typeof figure === 'string' ? [[id, figure] as const] : [],
            ),
          )
        : null,
    [data, field],
  );
}

interface SeasonAnswer {
  readonly data: readonly { readonly id: string; readonly months: Readonly<Record<string, string>> }[];
}

/** What was sold the year before by month, by row; for spreading totals. Undefined while nothing is known. */
export function useSeason(resource: Resource, query: ListQuery, isWanted: boolean): WeightsOf | undefined {
  const { data } = useApiQuery<SeasonAnswer>(
    isWanted ? `/${resource.path}/season?${formatQuery(resource, { ...query, cursor: null })}` : null,
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  return useMemo(() => {
    if (!data || data.data.length === 0) return undefined;
    const months = new Map(data.data.map((row) => [row.id, row.months]));
    return ({ id }) => months.get(id) ?? null;
  }, [data]);
}

/** Reads the rows of a plan, and follows what others save of them. */
export function usePlanRows(resource: Resource, query: ListQuery, fields: readonly string[]): PlanRows {
  const api = useApi();
  const userId = useUser()?.id;
  const answer = useApiQuery<GridAnswer>(pathOf(resource, query, fields), {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  const [newer, setNewer] = useState<ReadonlyMap<string, AnyRecord>>(new Map());
  const [changedBy, setChangedBy] = useState<ReadonlyMap<string, string>>(new Map());
  const read = answer.data?.data;
  const records = useMemo(
    () =>
      (read ?? []).map((record) => {
        const known = newer.get(record.id);
        return known && known.row_version > record.row_version ? known : record;
      }),
    [read, newer],
  );
  const put = useCallback(
    (record: AnyRecord): void => setNewer((now) => new Map(now).set(record.id, record)),
    [],
  );
  useLive((message) => {
    if (message.type === 'reset' || (message.type === 'many' && message.resource === resource.name)) {
      void answer.mutate();
      return;
    }
    if (message.type !== 'change') return;
    const { event } = message;
    if (event.resource !== resource.name || event.change === 'noted') return;
    if (isOwnChange(event, userId === undefined ? undefined : String(userId))) return;
    if (!records.some(({ id }) => id === event.id)) return;
    api
      .get<{ readonly data: AnyRecord }>(`/${resource.path}/${event.id}`)
      .then(({ data }) => {
        put(data);
        setChangedBy((now) => new Map(now).set(event.id, event.by?.name ?? 'El sistema'));
      })
      // Without it the row stays as it was read; saving merges in any case.
      .catch(() => {});
  });
  const take = useCallback(
    (outcomes: readonly GridOutcome[]): void => {
      const known = new Map(records.map((record) => [record.id, record]));
      setNewer((now) => {
        const next = new Map(now);
        for (const { id, row_version, months } of outcomes) {
          const record = known.get(id);
          if (!record || row_version === null) continue;
          const stored = Object.fromEntries(monthNames.map((name) => [name, months[name] ?? record[name]]));
          next.set(id, { ...record, ...stored, row_version });
        }
        return next;
      });
    },
    [records],
  );
  return { answer, records, changedBy, take };
}
