import type pg from 'pg';

/**
 * Writes the heartbeat of a worker, and releases the jobs of workers without one for the length of the lease: their
 * process was killed, or cannot reach the database. (graphile-worker itself would wait for four hours.)
 *
 * @param lease seconds
 */
export const renewLease = async (pool: pg.Pool, worker: string, lease: number): Promise<void> => {
  await pool.query(
    `INSERT INTO job_workers (worker, seen_at) VALUES ($1, clock_timestamp())
     ON CONFLICT (worker) DO UPDATE SET seen_at = excluded.seen_at`,
    [worker],
  );
  await freeAbandoned(pool, lease);
};

/** Releases the jobs of workers without a heartbeat for `lease` seconds. */
export const freeAbandoned = async (pool: pg.Pool, lease: number): Promise<void> => {
  await pool.query('DELETE FROM job_workers WHERE seen_at < now() - make_interval(secs => $1)', [lease]);
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
     WHERE locked_at < now() - make_interval(secs => $1) AND locked_by NOT IN (SELECT worker FROM job_workers)
     HAVING count(*) > 0`,
    [lease],
  );
};

/** The worker stopped by itself and has no jobs any more. */
export const endLease = async (pool: pg.Pool, worker: string): Promise<void> => {
  await pool.query('DELETE FROM job_workers WHERE worker = $1', [worker]);
};
