-- Work behind the requests is jobs of graphile-worker, whose own tables are made by the migrator after this one. Mails
-- and imports no longer say themselves who works on them and until when.

-- A job in the transaction of what it is for. The role of the API may add jobs and nothing else: it has no right to the
-- schema of graphile-worker, so that whoever takes over the API neither reads nor drops the work of others.
CREATE FUNCTION add_job(task text, payload json, job_key text, attempts integer, is_kept boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, max_attempts => attempts, job_key => job_key,
    job_key_mode => CASE WHEN is_kept THEN 'unsafe_dedupe' ELSE 'replace' END);
END
$$;

-- Processes that do jobs, and when each last said that it lives: see `apps/api/src/platform/jobs/lease.ts`.
CREATE TABLE job_workers (
  worker text PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
CALL restrict_app('job_workers', '');

DROP INDEX mails_due;
ALTER TABLE mails DROP COLUMN due_at;
CREATE INDEX mails_waiting ON mails (expires_at) WHERE sent_at IS NULL AND failed_at IS NULL;

ALTER TABLE imports DROP COLUMN leased_by, DROP COLUMN lease_until;
