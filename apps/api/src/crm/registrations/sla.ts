import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Time limit for answering a registration in hours (domain §1.2), from the settings. */
export const answerHours = async (database: Queryable): Promise<number> =>
  Number(await readSetting(database, 'registration_answer_hours'));

/** The time by which a registration that is received, or resubmitted, now has to be answered. */
export const nextDue = async (database: Queryable): Promise<string> => {
  const row = await database.one<{ due_at: string }>(
    sql`SELECT now() + make_interval(hours => ${await answerHours(database)}) AS due_at`,
  );
  if (!row) throw new Error('a constant query answers one row');
  return row.due_at;
};
