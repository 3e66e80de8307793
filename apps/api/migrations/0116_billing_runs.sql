-- Runs of billing: the drafts of what is due of many contracts, reviewed together and issued one by one in the background.

SELECT set_config('pauta.request', 'migration:0116', true), set_config('pauta.reason', 'Corridas de facturación', true);

SET CONSTRAINTS ALL IMMEDIATE;

CREATE TABLE billing_runs (
  id uuid PRIMARY KEY DEFAULT new_id(),
  number text NOT NULL CHECK (char_length(number) BETWEEN 1 AND 40),
  company_id uuid NOT NULL REFERENCES companies ON DELETE RESTRICT,
  until date NOT NULL,
  billing_plan text COLLATE "C" CHECK (billing_plan IN ('by_consumption', 'monthly', 'upfront', 'on_delivery', 'milestones')),
  client_id uuid REFERENCES clients ON DELETE RESTRICT,
  agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  owner_id uuid REFERENCES users ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'review' CHECK (status IN ('review', 'issuing', 'finished', 'cancelled')),
  issue_on date,
  prepared_by_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  issued_by_id uuid REFERENCES users ON DELETE RESTRICT,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX billing_runs_by_number ON billing_runs ((sort_key(number) COLLATE "C"), id);
CREATE INDEX billing_runs_by_until ON billing_runs (until, id);
CREATE INDEX billing_runs_by_status ON billing_runs (status, id);
CREATE INDEX billing_runs_by_issue_on ON billing_runs (issue_on, id) WHERE issue_on IS NOT NULL;
CREATE INDEX billing_runs_by_finished_at ON billing_runs (finished_at, id) WHERE finished_at IS NOT NULL;
CREATE INDEX billing_runs_by_created_at ON billing_runs (created_at, id);
CREATE INDEX billing_runs_by_updated_at ON billing_runs (updated_at, id);
CREATE INDEX billing_runs_company_id ON billing_runs (company_id, created_at, id);
CREATE INDEX billing_runs_billing_plan ON billing_runs (billing_plan, created_at, id);
CREATE INDEX billing_runs_client_id ON billing_runs (client_id, created_at, id);
CREATE INDEX billing_runs_agency_id ON billing_runs (agency_id, created_at, id);
CREATE INDEX billing_runs_owner_id ON billing_runs (owner_id, created_at, id);
CREATE INDEX billing_runs_status ON billing_runs (status, created_at, id);
CREATE INDEX billing_runs_prepared_by_id ON billing_runs (prepared_by_id);
CREATE INDEX billing_runs_issued_by_id ON billing_runs (issued_by_id) WHERE issued_by_id IS NOT NULL;

CALL make_searchable('billing_runs', 'number');
CALL track('billing_runs', unnoticed => '{search_text}');
CALL restrict_app('billing_runs', 'SELECT, INSERT, UPDATE');

ALTER TABLE billing_runs
  ADD CONSTRAINT billing_runs_number_once UNIQUE (company_id, number),
  -- What each payer was to be billed when the run was prepared, with what the plan said: an array of `RunPayer`.
  ADD COLUMN plan jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(plan) = 'array'),
  ADD CONSTRAINT billing_runs_issued CHECK (status IN ('review', 'cancelled') OR issued_by_id IS NOT NULL);

-- The order of its states, and what an end keeps.
CREATE FUNCTION keep_billing_run() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.status <> 'review'
    OR TG_OP = 'UPDATE' AND NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (
      ('review', 'issuing'), ('issuing', 'review'), ('issuing', 'finished'), ('review', 'cancelled'), ('issuing', 'cancelled'))
  THEN
    RAISE EXCEPTION 'a run of billing goes from review to issuing and back, and ends once'
      USING ERRCODE = '23514', CONSTRAINT = 'billing_runs_keep', TABLE = 'billing_runs';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_billing_run BEFORE INSERT OR UPDATE ON billing_runs
  FOR EACH ROW EXECUTE FUNCTION keep_billing_run();

ALTER TABLE invoices ADD COLUMN billing_run_id uuid REFERENCES billing_runs ON DELETE RESTRICT;
CREATE INDEX invoices_billing_run_id ON invoices (billing_run_id, created_at, id);

-- Why an invoice of a run could not be issued. It is tried again once its row is deleted.
CREATE TABLE billing_run_failures (
  invoice_id uuid PRIMARY KEY REFERENCES invoices ON DELETE RESTRICT,
  run_id uuid NOT NULL REFERENCES billing_runs ON DELETE RESTRICT,
  -- An array of reasons: `code`, `text`, `who`, `fix`.
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array' AND jsonb_array_length(reasons) > 0),
  failed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX billing_run_failures_run_id ON billing_run_failures (run_id);
COMMENT ON TABLE billing_run_failures IS 'Fallas de corridas de facturación';
CALL restrict_app('billing_run_failures', 'SELECT, INSERT, DELETE');
CALL leave_with_demonstration('{billing_run_failures,billing_runs}');

-- A failure is of a document that waits: one that is issued, archived or taken out of its run has none.
CREATE FUNCTION forget_run_failure() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM billing_run_failures WHERE invoice_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_run_failure AFTER UPDATE OF status, archived_at, billing_run_id ON invoices
  FOR EACH ROW WHEN (OLD.billing_run_id IS NOT NULL AND (NEW.status <> 'reviewed' OR NEW.archived_at IS NOT NULL
    OR NEW.billing_run_id IS DISTINCT FROM OLD.billing_run_id))
  EXECUTE FUNCTION forget_run_failure();

-- A draft that is restored after its run ended belongs to none: that run would never issue it.
CREATE FUNCTION leave_ended_run() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT status IN ('finished', 'cancelled') FROM billing_runs WHERE id = NEW.billing_run_id) THEN
    NEW.billing_run_id := NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER leave_ended_run BEFORE UPDATE OF archived_at ON invoices
  FOR EACH ROW WHEN (OLD.archived_at IS NOT NULL AND NEW.archived_at IS NULL AND NEW.billing_run_id IS NOT NULL)
  EXECUTE FUNCTION leave_ended_run();

CREATE FUNCTION invoice_count(r billing_runs) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM invoices WHERE billing_run_id = r.id AND archived_at IS NULL
$$;
CREATE FUNCTION reviewed_count(r billing_runs) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM invoices i
  WHERE i.billing_run_id = r.id AND i.archived_at IS NULL AND i.status = 'reviewed'
    AND NOT EXISTS (SELECT FROM billing_run_failures f WHERE f.invoice_id = i.id)
$$;
CREATE FUNCTION issued_count(r billing_runs) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT count(*)::integer FROM invoices WHERE billing_run_id = r.id AND status IN ('issued', 'voided')
$$;
CREATE FUNCTION failed_count(r billing_runs) RETURNS integer
LANGUAGE sql STABLE AS $$ SELECT count(*)::integer FROM billing_run_failures WHERE run_id = r.id $$;

-- What is due by a day other than today -------------------------------------------------------------------------------

-- The day by which instalments are due: today, unless the transaction sets another one.
CREATE FUNCTION billing_day() RETURNS date
LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('pauta.billing_day', true), '')::date, business_date())
$$;

-- As before (0055), by that day.
CREATE OR REPLACE FUNCTION planned_net(o order_lines) RETURNS numeric
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(sold.net * coalesce(due.of_sign, due.of_all, 1)), 0)
  FROM (
    SELECT NULL::uuid AS addendum_id, l.net FROM contract_lines l WHERE l.id = o.contract_line_id
    UNION ALL
    SELECT a.id, l.delta_net FROM addendum_lines l JOIN addenda a ON a.id = l.addendum_id AND a.status = 'applied'
    WHERE l.op = 'add' AND l.id = o.id OR l.op = 'change' AND l.order_line_id = o.id) sold
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(abs(i.amount)) FILTER (WHERE i.is_due AND sign(i.amount) = sign(sold.net)), 0)
          / sum(abs(i.amount)) FILTER (WHERE sign(i.amount) = sign(sold.net)) AS of_sign,
        coalesce(sum(abs(i.amount)) FILTER (WHERE i.is_due), 0) / sum(abs(i.amount)) AS of_all
      FROM (
        SELECT due_on <= billing_day() AS is_due, amount FROM contract_instalments
        WHERE sold.addendum_id IS NULL AND contract_id = o.contract_id
        UNION ALL
        SELECT due_on <= billing_day(), amount FROM addendum_instalments
        WHERE addendum_id = sold.addendum_id AND amount <> 0) i) due
$$;

CREATE OR REPLACE VIEW billable_order_lines AS
SELECT c.id AS contract_id, t.order_line_id, t.due AS net,
  greatest(0, CASE
    WHEN t.by_delivery THEN round(t.quantity * t.part, 4)
    WHEN t.sold_net = 0 THEN 0
    ELSE round(t.quantity * (t.billed_net + t.drafted + t.due) / t.sold_net, 4) END
    - t.billed_quantity - t.drafted_quantity) AS quantity,
  t.drafted, greatest(0, coalesce(t.delivered, 0) - greatest(t.target, t.billed_net)) AS unproved,
  CASE WHEN NOT t.by_delivery THEN s.last_due END AS instalment
FROM contracts c
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.amount) FILTER (WHERE i.due_on <= billing_day()) / nullif(sum(i.amount), 0), 0) AS part,
      max(i.due_on) FILTER (WHERE i.due_on <= billing_day()) AS last_due,
      c.billing_plan <> 'on_delivery' OR c.status = 'cancelled'
        OR coalesce(max(i.due_on), upper(flight_in_force(c)) - 1, upper(c.flight) - 1) <= billing_day() AS is_due
    FROM instalments_in_force i WHERE i.contract_id = c.id) s
  CROSS JOIN LATERAL (
    SELECT w.*, CASE
        WHEN w.by_delivery THEN greatest(0, w.target - w.billed_net - w.drafted)
        ELSE round_amount(sum(w.share) OVER (ORDER BY w.order_line_id), c.currency_code)
          - round_amount(sum(w.share) OVER (ORDER BY w.order_line_id) - w.share, c.currency_code) END AS due
    FROM (
      SELECT v.*, CASE
          WHEN v.by_delivery THEN 0
          WHEN v.due_of_lines >= v.due_of_contract
            THEN coalesce(v.due_of_line * v.due_of_contract / nullif(v.due_of_lines, 0), 0)
          ELSE v.due_of_line + coalesce((v.due_of_contract - v.due_of_lines) * (v.left_of_line - v.due_of_line)
            / nullif(v.left_of_lines - v.due_of_lines, 0), 0) END AS share
      FROM (
        SELECT u.*, sum(u.due_of_line) OVER () AS due_of_lines, sum(u.left_of_line) OVER () AS left_of_lines,
          least(sum(u.left_of_line) OVER (), greatest(0,
            round_amount(sum(u.sold_net) FILTER (WHERE NOT u.by_delivery) OVER () * s.part, c.currency_code)
              - sum(u.billed_net + u.drafted) FILTER (WHERE NOT u.by_delivery) OVER ())) AS due_of_contract
        FROM (
          SELECT o.id AS order_line_id, o.net AS sold_net, o.quantity, o.billed_net, o.billed_quantity, b.by_delivery,
            p.part, d.net AS drafted, d.quantity AS drafted_quantity,
            CASE WHEN s.is_due THEN round_amount(o.net * p.delivered, o.currency_code) END AS delivered,
            CASE WHEN s.is_due THEN round_amount(o.net * p.part, o.currency_code) ELSE 0 END AS target,
            CASE WHEN b.by_delivery THEN 0 ELSE l.left_of_line END AS left_of_line,
            CASE WHEN b.by_delivery THEN 0
              ELSE least(l.left_of_line, greatest(0, planned_net(o) - o.billed_net - d.net)) END AS due_of_line
          FROM order_lines o
            CROSS JOIN LATERAL (SELECT billed_as_delivered(o, c) AS by_delivery) b
            CROSS JOIN LATERAL (
              SELECT CASE WHEN b.by_delivery THEN delivered_part(o) END AS delivered,
                CASE WHEN b.by_delivery THEN delivered_part(o, invoice_requires_evidence()) END AS part) p
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(l.net), 0) AS net, coalesce(sum(l.billed_quantity), 0) AS quantity
              FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
              WHERE l.order_line_id = o.id AND i.status IN ('draft', 'reviewed') AND i.archived_at IS NULL
                AND i.doc_kind <> 'credit_note') d
            CROSS JOIN LATERAL (SELECT greatest(0, o.net - o.billed_net - d.net) AS left_of_line) l
          WHERE o.contract_id = c.id) u
        ) v
      ) w
    ) t
WHERE c.status IN ('signed', 'active', 'suspended', 'finished', 'cancelled') AND t.billed_net < t.sold_net
  AND EXISTS (SELECT FROM order_lines u WHERE u.contract_id = c.id AND u.billed_net < u.net);

-- Permissions ----------------------------------------------------------------------------------------------------------

INSERT INTO permissions (name, module, label) VALUES
  ('invoices.run', 'Facturación', 'Preparar y cancelar corridas de facturación');
INSERT INTO role_permissions (role_id, permission)
SELECT id, 'invoices.run' FROM roles WHERE name IN ('admin', 'billing') AND archived_at IS NULL;
