import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Errors of an import with the same message. */
export interface ErrorGroup {
  /** Identifies the group in `GET …/rows?group=`. */
  readonly id: string;
  readonly field: string | null;
  /** The common message; if rows differ only in the value, with a placeholder: `«…» no es un número.` */
  readonly message: string;
  /** The unknown value, or the empty text for a missing one; null if it cannot be replaced. */
  readonly value: string | null;
  /** Number of rows. */
  readonly count: number;
}

const mostGroups = 200;

// SQL: the message of an error `e` without the value at its beginning, which differs from row to row.
const common = `regexp_replace(regexp_replace(e ->> 'message', '«[^»]*»', '«…»'), 'fila \\d+', 'fila …', 'gi')`;
const groupId = `md5(concat_ws('|', coalesce(e ->> 'field', ''),
  CASE WHEN e ? 'value' THEN 'value:' || fold(e ->> 'value') ELSE ${common} END))`;

/** Errors of refused rows by message, the most frequent first. */
export const readErrorGroups = (database: Queryable, importId: string): Promise<ErrorGroup[]> =>
  database.query<ErrorGroup>(sql`
    SELECT ${raw(groupId)} AS id, min(e ->> 'field') AS field,
      CASE WHEN min(e ->> 'message') = max(e ->> 'message') THEN min(e ->> 'message') ELSE min(${raw(common)}) END AS message,
      min(e ->> 'value') AS value, count(DISTINCT r.line)::integer AS count
    FROM import_rows r CROSS JOIN jsonb_array_elements(r.errors) AS e
    WHERE r.import_id = ${importId}::uuid AND r.verdict = 'error'
    GROUP BY 1 ORDER BY count DESC, min(r.line) LIMIT ${raw(String(mostGroups))}`);

/** Condition on a row of an import: it has an error of this group. */
export const inErrorGroup = (id: string): Sql => sql`
  EXISTS (SELECT FROM jsonb_array_elements(errors) AS e WHERE ${raw(groupId)} = ${id})`;
