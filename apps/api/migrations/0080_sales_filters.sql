-- What lists of sales are filtered by: quotes over the discount limit of their seller, opportunities of a team.

SELECT set_config('pauta.request', 'migration:0080', true), set_config('pauta.reason', 'Filtros de ventas', true);

-- Whether a quote gives a larger discount than its seller may without an approval.
CREATE FUNCTION over_limit(q quotes) RETURNS boolean
LANGUAGE sql STABLE AS $$ SELECT q.max_discount_pct > 0 AND q.max_discount_pct > discount_limit(q.owner_id) $$;

CREATE INDEX quotes_discounted ON quotes (owner_id, max_discount_pct) WHERE max_discount_pct > 0;
-- The limit is looked up once for each user, not for each quote.
CREATE VIEW quotes_over_limit AS
SELECT q.id AS record_id
FROM (SELECT id, discount_limit(id) AS pct FROM users OFFSET 0) u
  JOIN quotes q ON q.owner_id = u.id AND q.max_discount_pct > 0 AND q.max_discount_pct > u.pct;
CALL restrict_app('quotes_over_limit', 'SELECT');

-- Whom the seller reports to: their team is named by its leader.
CREATE FUNCTION team_leader_id(o opportunities) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT u.reports_to_id FROM users u WHERE u.id = o.owner_id $$;
