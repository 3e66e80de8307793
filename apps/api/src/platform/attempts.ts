import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from './database/database.ts';
import { type Problem, tooMany } from './http/problem.ts';

/** At most `most` attempts in any `seconds`, for one `subject` (a list, hashed) of one `purpose`. */
export interface AttemptLimit {
  purpose: string;
  subject: readonly string[];
  most: number;
  seconds: number;
}

/** An allowed attempt, or the seconds until the next one is allowed. */
export type AttemptTaken = { wait: 0; at: string } | { wait: number };

/** Name of a counter, hashed so that its subject is not stored in clear text. */
export const attemptKey = (purpose: string, subject: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([purpose, ...subject]))
    .digest();

/** 429 with the waiting time as text, as `Retry-After` and as `retry_at` for a screen in another time zone. */
export const tooManyAttempts = (seconds: number): Problem => {
  const problem = tooMany(seconds);
  problem.extra.retry_at = new Date(Date.now() + Math.ceil(seconds) * 1000).toISOString();
  return problem;
};

/**
 * Counts one attempt now, unless the limit is reached; a refused attempt does not count. The counters are in the
 * database, so the limit holds for any number of processes, and concurrent attempts are serialized by their row lock.
 */
export const takeAttempt = async (database: Queryable, limit: AttemptLimit): Promise<AttemptTaken> => {
  const key = attemptKey(limit.purpose, limit.subject);
  const taken = await database.one<{ at: string }>(sql`
    INSERT INTO attempts AS a (key, hits, expires_at)
    SELECT ${key}, ARRAY[at], at + make_interval(secs => ${limit.seconds}) FROM (SELECT clock_timestamp() AS at) AS moment
    ON CONFLICT (key) DO UPDATE SET
      hits = ARRAY(
        SELECT hit FROM unnest(a.hits) AS hit WHERE hit > excluded.hits[1] - make_interval(secs => ${limit.seconds})
      ) || excluded.hits,
      expires_at = greatest(a.expires_at, excluded.expires_at)
    WHERE (
      SELECT count(*) FROM unnest(a.hits) AS hit WHERE hit > excluded.hits[1] - make_interval(secs => ${limit.seconds})
    ) < ${limit.most}
    RETURNING a.hits[cardinality(a.hits)] AS at`);
  if (taken) return { wait: 0, at: taken.at };
  const oldest = await database.one<{ wait: number }>(sql`
    SELECT ceil(${limit.seconds} - extract(epoch FROM clock_timestamp() - min(hit)))::integer AS wait
    FROM attempts, unnest(hits) AS hit
    WHERE key = ${key} AND hit > clock_timestamp() - make_interval(secs => ${limit.seconds})`);
  return { wait: Math.max(1, oldest?.wait ?? 1) };
};

/** Uncounts an allowed attempt that was not an actual attempt. */
export const returnAttempt = async (database: Queryable, limit: AttemptLimit, at: string): Promise<void> => {
  await database.query(sql`
    UPDATE attempts SET hits = array_remove(hits, ${at}::timestamptz)
    WHERE key = ${attemptKey(limit.purpose, limit.subject)}`);
};

/** Deletes all counted attempts of a subject. */
export const forgetAttempts = async (
  database: Queryable,
  { purpose, subject }: Pick<AttemptLimit, 'purpose' | 'subject'>,
): Promise<void> => {
  await database.query(sql`DELETE FROM attempts WHERE key = ${attemptKey(purpose, subject)}`);
};
