import sql, { raw } from 'sql-template-tag';
import { preparedStatement, type Queryable } from '../platform/database/database.ts';

/**
 * A position in the audit log, in commit order: everything visible in `snapshot` was read. Rows up to `settled` were
 * committed by then, so only later ones are read.
 */
export interface Position {
  readonly settled: number;
  /** PostgreSQL's text of a snapshot, `xmin:xmax:running,…`. */
  readonly snapshot: string;
}

/** A row of the audit log: a change of a record or of one of its links, or an event of a user. */
export interface LogEntry {
  readonly id: number;
  readonly entity: string;
  readonly entity_id: string;
  readonly action: string;
  readonly request_id: string | null;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly kind: 'created' | 'changed' | 'archived' | 'event';
}

export interface LogRead {
  readonly position: Position;
  readonly entries: readonly LogEntry[];
  /** There were too many changes to list; `entries` is empty. */
  readonly isTooMuch: boolean;
}

/** Above this number changes are not listed individually. */
export const mostEntries = 5000;
/** Positions further back than this many rows of the log are too old to resume from. */
const window = 100_000;

/** The current position of the log. */
export const readPosition = async (database: Queryable): Promise<Position> => {
  const row = await database.one<Position>(
    preparedStatement(
      sql`SELECT settled_id AS settled, pg_current_snapshot()::text AS snapshot FROM audit_head`,
    ),
  );
  if (!row) throw new Error('audit_head is empty');
  return row;
};

/**
 * Everything committed after a position, however long its transactions were open: each row once, including those that
 * commit later than their number suggests. `audit_seal` stores the number below which no transaction is open.
 */
export const readChanges = async (database: Queryable, from: Position): Promise<LogRead> => {
  const row = await database.one<Position & { entries: LogEntry[] }>(
    preparedStatement(sql`
      WITH fresh AS (
        SELECT l.id, l.entity, l.entity_id, l.action, l.request_id, l.actor_id,
          CASE
            WHEN l.before IS NULL AND l.after ? 'row_version' THEN 'created'
            WHEN l.before IS NULL AND l.action NOT IN ('create', 'update') THEN 'event'
            WHEN l.before ? 'row_version' OR l.after ->> 'archived_at' IS NOT NULL THEN 'archived'
            ELSE 'changed'
          END AS kind
        FROM audit_log l
        WHERE l.id > ${from.settled} AND NOT pg_visible_in_snapshot(l.xid, ${from.snapshot}::pg_snapshot)
        ORDER BY l.id LIMIT ${raw(String(mostEntries + 1))})
      SELECT h.settled_id AS settled, pg_current_snapshot()::text AS snapshot,
        (SELECT coalesce(json_agg(f ORDER BY f.id), '[]') FROM (
          SELECT fresh.*, a.name AS actor_name FROM fresh LEFT JOIN actors a ON a.id = fresh.actor_id) f) AS entries
      FROM audit_head h`),
  );
  if (!row) throw new Error('audit_head is empty');
  const { settled, snapshot, entries } = row;
  const isTooMuch = entries.length > mostEntries;
  return { position: { settled, snapshot }, entries: isTooMuch ? [] : entries, isTooMuch };
};

/** A position as the `id` of a server-sent event. */
export const formatPosition = ({ settled, snapshot }: Position): string => `${settled}.${snapshot}`;

const ofSnapshot = (snapshot: string): { xmin: bigint; xmax: bigint } => {
  const [xmin = '0', xmax = '0'] = snapshot.split(':');
  return { xmin: BigInt(xmin), xmax: BigInt(xmax) };
};

/**
 * The position in a `Last-Event-ID`, if `now` can be reached from it; null otherwise: it is too old, of another
 * database, or invalid.
 */
export const parsePosition = (text: string, now: Position): Position | null => {
  const parts = /^(\d{1,15})\.(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(text);
  if (!parts || text.length > 4000) return null;
  const settled = Number(parts[1]);
  const snapshot = parts[2] ?? '';
  const { xmin, xmax } = ofSnapshot(snapshot);
  const running = (snapshot.split(':')[2] ?? '').split(',').filter(Boolean).map(BigInt);
  const isOrdered = running.every(
    (xid, index) => xid >= xmin && xid < xmax && (index === 0 || xid > (running[index - 1] ?? 0n)),
  );
  const isReachable =
    settled <= now.settled && settled >= now.settled - window && xmax <= ofSnapshot(now.snapshot).xmax;
  return xmin > 0n && xmin <= xmax && isOrdered && isReachable ? { settled, snapshot } : null;
};
