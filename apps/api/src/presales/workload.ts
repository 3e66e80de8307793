import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';

/** Work that waits for people, as the board counts it. */
export interface WorkloadPart {
  readonly key: string;
  /** What it says to a person, after the number: `registros en revisión`. */
  readonly label: string;
  /** Rows `(user_id, count)` of everybody who has some. */
  readonly counts: Sql;
}

/**
 * What makes up somebody's workload besides his clients. An area whose records wait for people (activities,
 * opportunities) adds its own here.
 */
export const workloadParts: readonly WorkloadPart[] = [
  {
    key: 'registrations',
    label: 'registros en revisión',
    counts: sql`SELECT reviewer_id AS user_id, count(*)::integer AS count FROM client_registrations
      WHERE status IN ('in_review', 'info_requested') AND reviewer_id IS NOT NULL GROUP BY reviewer_id`,
  },
];

/** Workload by user and part. */
export const readWorkload = async (
  database: Queryable,
): Promise<ReadonlyMap<string, { key: string; label: string; count: number }[]>> => {
  const rows = await database.query<{ key: string; user_id: string; count: number }>(
    join(
      workloadParts.map(({ key, counts }) => sql`SELECT ${key}::text AS key, w.* FROM (${counts}) w`),
      ' UNION ALL ',
    ),
  );
  const labels = new Map(workloadParts.map(({ key, label }) => [key, label]));
  const byUser = new Map<string, { key: string; label: string; count: number }[]>();
  for (const { key, user_id, count } of rows) {
    byUser.set(user_id, [...(byUser.get(user_id) ?? []), { key, label: labels.get(key) ?? key, count }]);
  }
  return byUser;
};
