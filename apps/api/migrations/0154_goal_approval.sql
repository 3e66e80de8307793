-- Approval of goals, and filters of plans: goals by team, budgets of clients by gap, sales budgets by platform.

SELECT set_config('pauta.request', 'migration:0154', true), set_config('pauta.reason', 'Aprobación de metas y filtros de planes', true);

-- Goals ----------------------------------------------------------------------------------------------------------------

-- A goal is proposed until it is approved; then only whoever may approve goals changes it.
ALTER TABLE rep_goals
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'approved')),
  ADD COLUMN approved_by_id uuid REFERENCES users ON DELETE RESTRICT,
  ADD COLUMN approved_at timestamptz,
  ADD CONSTRAINT rep_goals_approved CHECK (
    (status = 'approved') = (approved_at IS NOT NULL) AND (status = 'approved') = (approved_by_id IS NOT NULL));
CREATE INDEX rep_goals_status ON rep_goals (status, fiscal_year, id);
CREATE INDEX rep_goals_approved_by_id ON rep_goals (approved_by_id) WHERE approved_by_id IS NOT NULL;

-- Whom the seller reports to: their team is named by its leader.
CREATE FUNCTION team_leader_id(g rep_goals) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT u.reports_to_id FROM users u WHERE u.id = g.user_id $$;

INSERT INTO permissions (name, module, label) VALUES
  ('rep_goals.approve', 'Presupuestos y metas', 'Aprobar metas de ejecutivos');
INSERT INTO role_permissions (role_id, permission)
SELECT DISTINCT p.role_id, 'rep_goals.approve' FROM role_permissions p JOIN roles r ON r.id = p.role_id
WHERE p.permission = 'sales_budgets.approve' AND r.archived_at IS NULL;

-- Budgets of clients ---------------------------------------------------------------------------------------------------

CREATE FUNCTION has_gap(b client_budgets) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT gap(b) > 0 $$;

-- Budgets of which something is not signed. Those of all platforms, which are nearly all, are compared with the credits
-- summed once by contract party; a credit counts for its client and for the one into which that was merged, and the same
-- for the agency.
CREATE VIEW client_budgets_has_gap AS
WITH sold AS (
  SELECT extract(year FROM s.on_date)::integer AS fiscal_year, k.client_id, k.agency_id, k.brand_id, s.currency_code,
    sum(s.amount) AS amount
  FROM sale_credits s JOIN contracts k ON k.id = s.contract_id
  GROUP BY 1, 2, 3, 4, 5),
counted AS (
  SELECT b.id, sum(s.amount) AS amount
  FROM sold s JOIN clients c ON c.id = s.client_id LEFT JOIN agencies a ON a.id = s.agency_id
    JOIN client_budgets b ON b.client_id IN (c.id, c.merged_into_id) AND b.fiscal_year = s.fiscal_year
      AND b.currency_code = s.currency_code AND b.platform_id IS NULL
      AND (b.brand_id IS NULL OR b.brand_id = s.brand_id)
      AND (b.agency_id IS NULL OR b.agency_id IN (a.id, a.merged_into_id))
  GROUP BY b.id)
SELECT b.id AS record_id FROM client_budgets b LEFT JOIN counted n ON n.id = b.id
WHERE b.platform_id IS NULL AND b.total > coalesce(n.amount, 0)
UNION ALL
SELECT b.id FROM client_budgets b WHERE b.platform_id IS NOT NULL AND gap(b) > 0;
CALL restrict_app('client_budgets_has_gap', 'SELECT');

-- Sales budgets --------------------------------------------------------------------------------------------------------

-- The platform of a budget whose lines all plan the same one. A budget is found by each platform that it plans.
CREATE FUNCTION platform_id(b sales_budgets) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN count(*) = count(l.platform_id) AND count(DISTINCT l.platform_id) = 1
    THEN (array_agg(l.platform_id))[1] END
  FROM sales_budget_lines l WHERE l.sales_budget_id = b.id
$$;
CREATE VIEW sales_budgets_platform_id_further AS
SELECT DISTINCT l.sales_budget_id AS record_id, l.platform_id AS target_id
FROM sales_budget_lines l WHERE l.platform_id IS NOT NULL;
CALL restrict_app('sales_budgets_platform_id_further', 'SELECT');
