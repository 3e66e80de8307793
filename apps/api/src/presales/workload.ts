import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { openActivityStates } from '@pauta/domain/crm/follow-up/activity.ts';
import type { Workload } from '@pauta/domain/presales/board.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Pending work of users, as the board counts it. */
interface WorkloadPart {
  /** The texts after each number, by key: singular and plural. */
  readonly says: Readonly<Record<string, readonly [string, string]>>;
  /** Query of rows `(key, user_id, count)`, for users with pending work. */
  readonly counts: Sql;
}

// Written as literals, because a partial index is used only for its own condition.
const isOpen = raw(openActivityStates.map((state) => `'${state}'`).join(', '));

/**
 * The parts of a user's workload besides clients. An area whose records are assigned to users adds its own here.
 * Activities are overdue from the day after their date, as in the lists that the home page links to.
 */
const parts: readonly WorkloadPart[] = [
  {
    says: {
      activities: ['seguimiento abierto', 'seguimientos abiertos'],
      late_activities: ['atrasado', 'atrasados'],
    },
    counts: sql`SELECT k.key, a.user_id, k.count
      FROM (
        SELECT assigned_to_id AS user_id, count(*)::integer AS open, (count(*) FILTER (
          WHERE scheduled_at < (SELECT business_date()::timestamp AT TIME ZONE ${companyZone})))::integer AS late
        FROM activities WHERE status IN (${isOpen}) GROUP BY assigned_to_id) a
      CROSS JOIN LATERAL (VALUES ('activities', a.open), ('late_activities', a.late)) AS k (key, count)
      WHERE k.count > 0`,
  },
  {
    says: { registrations: ['registro en revisión', 'registros en revisión'] },
    counts: sql`SELECT 'registrations', reviewer_id, count(*)::integer FROM client_registrations
      WHERE status IN ('in_review', 'info_requested') AND reviewer_id IS NOT NULL GROUP BY reviewer_id`,
  },
];

const says: WorkloadPart['says'] = Object.assign({}, ...parts.map((part) => part.says));

/** Workload by user, in one statement. */
export const readWorkload = async (database: Queryable): Promise<ReadonlyMap<string, Workload[]>> => {
  const rows = await database.query<{ key: string; user_id: string; count: number }>(
    join(
      parts.map(({ counts }) => sql`(${counts})`),
      ' UNION ALL ',
    ),
  );
  const found = new Map(rows.map((row) => [`${row.user_id}:${row.key}`, row]));
  return new Map(
    [...new Set(rows.map(({ user_id }) => user_id))].map((user) => [
      user,
      Object.entries(says).flatMap(([key, [one, many]]): Workload[] => {
        const count = found.get(`${user}:${key}`)?.count;
        return count === undefined ? [] : [{ key, label: count === 1 ? one : many, count }];
      }),
    ]),
  );
};
