-- Closing a month: what was open when it was closed, and two users for reopening it.

SELECT set_config('pauta.request', 'migration:0114', true), set_config('pauta.reason', 'Cierre de mes', true);

ALTER TABLE fiscal_periods
  ADD COLUMN left_open text CHECK (char_length(left_open) <= 1000),
  ADD COLUMN closed_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN reopening_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN reopening_reason text CHECK (char_length(reopening_reason) <= 500),
  ADD COLUMN reopened_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD CONSTRAINT fiscal_periods_reopening CHECK (num_nonnulls(reopening_by_id, reopening_reason) IN (0, 2));
CREATE INDEX fiscal_periods_closed_by_id ON fiscal_periods (closed_by_id) WHERE closed_by_id IS NOT NULL;
CREATE INDEX fiscal_periods_reopening_by_id ON fiscal_periods (reopening_by_id) WHERE reopening_by_id IS NOT NULL;
CREATE INDEX fiscal_periods_reopened_by_id ON fiscal_periods (reopened_by_id) WHERE reopened_by_id IS NOT NULL;

-- A closed month is reopened by another user than who asks for it.
CREATE FUNCTION reopen_by_another() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.reopening_by_id IS NULL OR NEW.reopened_by_id IS NULL OR NEW.reopened_by_id = OLD.reopening_by_id THEN
    RAISE EXCEPTION 'a month is reopened by another user than who asks for it'
      USING ERRCODE = '23514', CONSTRAINT = 'fiscal_periods_reopened_by_another', TABLE = 'fiscal_periods';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER reopen_by_another BEFORE UPDATE ON fiscal_periods
  FOR EACH ROW WHEN (OLD.status = 'closed' AND NEW.status = 'open') EXECUTE FUNCTION reopen_by_another();
