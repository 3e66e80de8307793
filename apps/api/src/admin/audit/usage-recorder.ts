import {
  durationClass,
  durationEnds,
  type UsageAction,
  usageAreas,
} from '@pauta/domain/admin/users/usage.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import sql from 'sql-template-tag';
import { type Database, systemChange } from '../../platform/database/database.ts';

/** A completed request, with the data needed for counting. */
export interface UsedRequest {
  readonly method: string;
  /** Pattern of the route: `/api/clients/:id`. */
  readonly route: string;
  readonly userId: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Whether it was a text search. */
  readonly isSearch: boolean;
  /** Whether the returned list was empty. */
  readonly isEmpty: boolean;
}

interface Count {
  readonly day: string;
  readonly user_id: string;
  readonly area: string;
  readonly action: UsageAction;
  hits: number;
  errors: number;
  refusals: number;
  empty: number;
  total_ms: number;
  readonly buckets: number[];
}

/** Counts requests in memory, and adds the counts to the database periodically. */
export interface UsageRecorder {
  /** Requests that are no use of a screen are not counted. Cheap enough for every request: one look-up in a map. */
  note(request: UsedRequest): void;
  /** Adds the counts to the database. After a failure they are kept for the next attempt. */
  flush(): Promise<void>;
}

/**
 * Only requests for screens and records count, not the additional ones that a screen makes (options, history, counts).
 */
const actionOf = ({ method, route, isSearch }: UsedRequest): { area: string; action: UsageAction } | null => {
  const [, , area = '', ...rest] = route.split('/');
  if (!usageAreas.has(area)) return null;
  if (rest.at(-1) === 'export') return { area, action: 'export' };
  if (rest[0] === 'import' || rest[0] === 'imports')
    return method === 'GET' ? null : { area, action: 'import' };
  if (method === 'GET') {
    // Every page requests the settings; only their own screen requests the details.
    if (area === 'settings') return rest[0] === 'details' ? { area, action: 'view' } : null;
    if (rest.length > 1 || (rest.length === 1 && !rest[0]?.startsWith(':'))) return null;
    return { area, action: isSearch ? 'search' : 'view' };
  }
  return rest.includes('preview') ? null : { area, action: 'write' };
};

/** Maximum number of distinct counters kept while the database is unavailable. */
const most = 20_000;

export const createUsageRecorder = (database: Database): UsageRecorder => {
  let counts = new Map<string, Count>();
  let day = { text: '', until: 0 };

  const today = (): string => {
    const now = Date.now();
    if (now >= day.until) day = { text: companyDay(new Date(now)), until: now + 10_000 };
    return day.text;
  };

  const add = (count: Count): void => {
    const key = `${count.day} ${count.user_id} ${count.area} ${count.action}`;
    const known = counts.get(key);
    if (!known) {
      if (counts.size < most) counts.set(key, count);
      return;
    }
    known.hits += count.hits;
    known.errors += count.errors;
    known.refusals += count.refusals;
    known.empty += count.empty;
    known.total_ms += count.total_ms;
    for (const [index, more] of count.buckets.entries())
      known.buckets[index] = (known.buckets[index] ?? 0) + more;
  };

  const write = (rows: readonly Count[]): Promise<unknown> =>
    database.transaction(systemChange('usage'), (tx) =>
      tx.query(sql`
        INSERT INTO usage_daily AS u (day, user_id, area, action, hits, errors, refusals, empty, total_ms, buckets)
        SELECT day, user_id, area, action, hits, errors, refusals, empty, total_ms, buckets
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(day date, user_id uuid, area text, action text,
          hits integer, errors integer, refusals integer, empty integer, total_ms bigint, buckets integer[])
        ORDER BY day, area, action, user_id
        ON CONFLICT (day, area, action, user_id) DO UPDATE SET
          hits = u.hits + excluded.hits, errors = u.errors + excluded.errors, refusals = u.refusals + excluded.refusals,
          empty = u.empty + excluded.empty, total_ms = u.total_ms + excluded.total_ms,
          buckets = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
            FROM unnest(u.buckets, excluded.buckets) WITH ORDINALITY AS pair(a, b, place) ORDER BY place)`),
    );

  return {
    note: (request) => {
      const action = actionOf(request);
      if (!action) return;
      const buckets = Array.from({ length: durationEnds.length + 1 }, () => 0);
      buckets[durationClass(request.milliseconds)] = 1;
      add({
        day: today(),
        user_id: request.userId,
        ...action,
        hits: 1,
        errors: request.status >= 500 ? 1 : 0,
        refusals: request.status >= 400 && request.status < 500 ? 1 : 0,
        empty: request.isEmpty ? 1 : 0,
        total_ms: Math.round(request.milliseconds),
        buckets,
      });
    },
    flush: async () => {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      try {
        await write([...taken.values()]);
      } catch (error) {
        for (const count of taken.values()) add(count);
        throw error;
      }
    },
  };
};
