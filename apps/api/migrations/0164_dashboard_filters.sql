-- Facts of a record's contract, space, client or opportunity by which the Dashboard and lists are filtered.

SELECT set_config('pauta.request', 'migration:0164', true), set_config('pauta.reason', 'Filtros del Dashboard', true);

CREATE FUNCTION company_id(q quotas) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.company_id FROM contracts c WHERE c.id = q.contract_id $$;
CREATE FUNCTION owner_id(q quotas) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.owner_id FROM contracts c WHERE c.id = q.contract_id $$;
CREATE FUNCTION division_id(q quotas) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.division_id FROM inventory_items i WHERE i.id = q.inventory_item_id $$;

CREATE FUNCTION company_id(s tech_sheets) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.company_id FROM contracts c WHERE c.id = s.contract_id $$;
CREATE FUNCTION owner_id(s tech_sheets) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.owner_id FROM contracts c WHERE c.id = s.contract_id $$;
CREATE FUNCTION division_id(s tech_sheets) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.division_id FROM inventory_items i WHERE i.id = s.inventory_item_id $$;

CREATE FUNCTION owner_id(w work_orders) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.owner_id FROM contracts c WHERE c.id = w.contract_id $$;
CREATE FUNCTION division_id(w work_orders) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.division_id FROM inventory_items i WHERE i.id = w.inventory_item_id $$;

CREATE FUNCTION division_id(h holds) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.division_id FROM inventory_items i WHERE i.id = h.inventory_item_id $$;

CREATE FUNCTION owner_id(m opportunity_moves) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT o.owner_id FROM opportunities o WHERE o.id = m.opportunity_id $$;

CREATE FUNCTION sales_rep_id(i invoices) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.primary_sales_rep_id FROM clients c WHERE c.id = i.client_id $$;
