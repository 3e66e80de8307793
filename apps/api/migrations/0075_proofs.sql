-- Proofs of what always holds (domain §2.3, §4.1): every night and on demand, their results, and the task that a
-- violation opens.

SELECT set_config('pauta.request', 'migration:0075', true), set_config('pauta.reason', 'Pruebas de integridad', true);

CREATE TABLE proof_runs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  status text COLLATE "C" NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'passed', 'failed', 'incomplete')),
  origin text COLLATE "C" NOT NULL CHECK (origin IN ('nightly', 'manual')),
  -- The company's civil day of a nightly proof: whichever process inserts it runs it.
  night date,
  requested_by_id uuid REFERENCES users ON DELETE RESTRICT,
  proved integer NOT NULL DEFAULT 0,
  broken integer NOT NULL DEFAULT 0,
  unproved integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT proof_runs_one_a_night UNIQUE (night),
  CONSTRAINT proof_runs_night CHECK ((origin = 'nightly') = (night IS NOT NULL)),
  CONSTRAINT proof_runs_finished CHECK ((status = 'running') = (finished_at IS NULL))
);

-- One proof runs at a time.
CREATE UNIQUE INDEX proof_runs_one ON proof_runs ((true)) WHERE status = 'running';
CREATE INDEX proof_runs_by_finished_at ON proof_runs (finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX proof_runs_by_created_at ON proof_runs (created_at, id);
CREATE INDEX proof_runs_by_updated_at ON proof_runs (updated_at, id);
CREATE INDEX proof_runs_status ON proof_runs (status, created_at, id);
CREATE INDEX proof_runs_origin ON proof_runs (origin, created_at, id);
CREATE INDEX proof_runs_requested_by_id ON proof_runs (requested_by_id, created_at, id);

CALL make_searchable('proof_runs', 'name');
CALL track('proof_runs', unnoticed => '{search_text,night}');
CALL restrict_app('proof_runs', 'SELECT, INSERT, UPDATE');

-- What a run found of each invariant; not under track, because it is itself a record of what was found, and only added.
CREATE TABLE proof_results (
  run_id uuid NOT NULL REFERENCES proof_runs ON DELETE CASCADE,
  invariant text COLLATE "C" NOT NULL CHECK (char_length(invariant) BETWEEN 1 AND 60),
  state text COLLATE "C" NOT NULL CHECK (state IN ('passed', 'failed', 'error')),
  at timestamptz NOT NULL DEFAULT now(),
  -- Rows that violate it, and the first of them: `[{ resource, id, label, wrong }]`.
  count integer NOT NULL DEFAULT 0 CHECK (count >= 0),
  rows jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(rows) = 'array'),
  problem text CHECK (char_length(problem) <= 500),
  took_ms integer NOT NULL CHECK (took_ms >= 0),
  PRIMARY KEY (run_id, invariant),
  CONSTRAINT proof_results_state CHECK ((state = 'failed') = (count > 0) AND (state = 'error') = (problem IS NOT NULL))
);
CREATE INDEX proof_results_invariant ON proof_results (invariant, at DESC);
CALL restrict_app('proof_results', 'SELECT, INSERT');

-- Deletes runs after 400 days. The role of the API cannot delete others.
CREATE FUNCTION forget_old_proofs() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM proof_runs WHERE created_at < now() - interval '400 days' AND status <> 'running'
$$;

-- The documents whose totals are not the sums of their lines: the check of `prove_totals` for every row of its tables.
CREATE FUNCTION totals_differences() RETURNS TABLE (resource text, id uuid, label text)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  proof record;
BEGIN
  FOR proof IN
    SELECT tgrelid::regclass AS header,
      -- The argument is `SELECT <condition with $1>`, ended by a zero byte.
      replace(substr(split_part(encode(tgargs, 'escape'), '\000', 1), length('SELECT ') + 1), '$1', 'd.id') AS condition
    FROM pg_trigger WHERE tgname = 'totals_agree' ORDER BY 1::text
  LOOP
    RETURN QUERY EXECUTE format($sql$
      SELECT %L::text, d.id, coalesce(
        to_jsonb(d) ->> 'number', to_jsonb(d) ->> 'internal_no', to_jsonb(d) ->> 'name', to_jsonb(d) ->> 'concept',
        to_jsonb(d) ->> 'description', d.id::text)
      FROM %s d WHERE %s$sql$, proof.header, proof.header, proof.condition);
  END LOOP;
END
$$;

-- Tasks ------------------------------------------------------------------------------------------------------------

-- A violation opens one task, which is about no account. A new one is opened only after it is closed.
ALTER TABLE activities ADD COLUMN invariant text COLLATE "C" CHECK (char_length(invariant) <= 60);
ALTER TABLE activities DROP CONSTRAINT activities_is_about_somebody,
  ADD CONSTRAINT activities_is_about_somebody
    CHECK (num_nonnulls(client_id, agency_id, contact_id, referral_id, invariant) > 0);
CREATE UNIQUE INDEX activities_open_invariant ON activities (invariant)
  WHERE invariant IS NOT NULL AND status IN ('pending', 'in_progress');

-- Jobs -------------------------------------------------------------------------------------------------------------

-- Adds a job in the transaction that causes it; jobs with a lower priority number run first.
DROP FUNCTION add_job(text, json, text, integer, boolean);
CREATE FUNCTION add_job(task text, payload json, job_key text, attempts integer, is_kept boolean, priority integer DEFAULT 0) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, payload, max_attempts => attempts, job_key => job_key,
    job_key_mode => CASE WHEN is_kept THEN 'unsafe_dedupe' ELSE 'replace' END, priority => add_job.priority);
END
$$;

-- Leaving the demonstration deletes what was found in its records.
DO $$
DECLARE
  definition text := replace(pg_get_functiondef('leave_demonstration()'::regprocedure), 'price_lists,', 'price_lists,proof_results,proof_runs,');
BEGIN
  IF definition !~ 'proof_runs' THEN
    RAISE EXCEPTION 'leave_demonstration() does not delete proofs';
  END IF;
  EXECUTE definition;
END
$$;

-- Rights -----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('proofs.view', 'Administración', 'Ver las pruebas de integridad'),
  ('proofs.run', 'Administración', 'Probar la integridad a pedido');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.permission FROM roles r CROSS JOIN (VALUES ('proofs.view'), ('proofs.run')) AS p (permission)
WHERE r.name IN ('admin', 'general_manager', 'auditor') AND r.archived_at IS NULL;
