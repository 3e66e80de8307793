-- Background work is done by jobs of graphile-worker, whose own tables the migrator creates after this migration. Mails
-- and imports therefore no longer need columns for the process that works on them and its time limit.

-- Adds a job in the transaction that causes it. The role of the API may only add jobs: it has no access to the schema
-- of graphile-worker, so that an attacker who controls the API can neither read nor delete jobs.
CREATE FUNCTION add_job(task text, payload json, job_key text, attempts integer, is_kept boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, max_attempts => attempts, job_key => job_key,
    job_key_mode => CASE WHEN is_kept THEN 'unsafe_dedupe' ELSE 'replace' END);
END
$$;

-- Processes that execute jobs, with their last heartbeat: see `apps/api/src/platform/jobs/lease.ts`.
CREATE TABLE job_workers (
  worker text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CALL restrict_app('job_workers', '');

DROP INDEX mails_due;
ALTER TABLE mails DROP COLUMN due_at;
CREATE INDEX mails_waiting ON mails (expires_at) WHERE sent_at IS NULL AND failed_at IS NULL;

ALTER TABLE imports DROP COLUMN leased_by, DROP COLUMN lease_until;
