-- Commands that take minutes: a request checks the command and adds a row and a job, which does the work in chunks. See
-- `apps/api/src/resource/runs`.
CREATE TABLE command_runs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  resource text NOT NULL,
  command text NOT NULL,
  -- Null: a command of the collection.
  record_id uuid,
  -- The validated input.
  input jsonb NOT NULL CHECK (jsonb_typeof(input) = 'object'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'finished', 'cancelled', 'failed')),
  done integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  -- Null: not known.
  total integer CHECK (total >= 0),
  -- Where the next chunk continues, as the handler of the command stores it.
  position jsonb,
  -- The answer of the handler when it finished.
  answer jsonb,
  -- Why it failed, in Spanish.
  error text,
  -- Everything the run writes has it in the audit log: undoing it undoes the run.
  request_id text NOT NULL,
  started_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  on_behalf_of uuid REFERENCES users ON DELETE RESTRICT,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  cancel_requested_at timestamptz,
  finished_at timestamptz,
  CONSTRAINT command_runs_end CHECK ((finished_at IS NOT NULL) = (state IN ('finished', 'cancelled', 'failed')))
);

-- A command runs once at a time on the same record or collection.
CREATE UNIQUE INDEX command_runs_once ON command_runs (resource, command, record_id) NULLS NOT DISTINCT
  WHERE state IN ('waiting', 'running');
CREATE INDEX command_runs_started_by ON command_runs (started_by);
CREATE INDEX command_runs_on_behalf_of ON command_runs (on_behalf_of);
