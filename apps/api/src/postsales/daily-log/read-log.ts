import { createHash } from 'node:crypto';
import type { LogRow } from '@pauta/domain/postsales/daily-log/daily-log.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A station and a day. */
export interface LogOf {
  readonly station: string;
  readonly day: string;
}

/** A numbered issue of a daily log. */
export interface LogIssue {
  readonly number: number;
  readonly rows: readonly LogRow[];
  readonly sha256: string;
  readonly created_at: string;
}

/** What a station has in its breaks on a day, in the order in which it is aired. */
export const readLog = (database: Queryable, { station, day }: LogOf): Promise<LogRow[]> =>
  database.query<LogRow & object>(sql`
    SELECT p.id, to_char(i.airs_at, 'HH24:MI') AS airs_at, i.name AS break, m.house_number,
      coalesce(m.title, p.description) AS title, coalesce(p.duration_sec, 0) * p.units AS seconds, p.status
    FROM inventory_items i JOIN placements p ON p.inventory_item_id = i.id LEFT JOIN media_files m ON m.id = p.media_file_id
    WHERE i.subdivision_id = ${station}::uuid AND i.airs_at IS NOT NULL
      AND p.starts_on <= ${day}::date AND p.ends_on >= ${day}::date AND p.status IN ('scheduled', 'confirmed', 'aired')
    ORDER BY i.airs_at, i.id, p.position NULLS LAST, p.id`);

/** Of what an automation plays: a result that is registered later is no change. */
export const hashOf = (rows: readonly LogRow[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(rows.map(({ status: _, ...row }) => Object.entries(row).sort())))
    .digest();

/** The issues of a log, the newest first. */
export const readIssues = (database: Queryable, { station, day }: LogOf): Promise<LogIssue[]> =>
  database.query<LogIssue & object>(sql`
    SELECT number, rows, encode(sha256, 'hex') AS sha256,
      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at
    FROM daily_log_issues WHERE subdivision_id = ${station}::uuid AND day = ${day}::date ORDER BY number DESC`);
