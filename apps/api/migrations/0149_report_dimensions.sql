-- What reports divide their figures by, and the lists of their rows are filtered by: facts of the contract of a line, of
-- the client of a document, and of a space.

SELECT set_config('pauta.request', 'migration:0149', true), set_config('pauta.reason', 'Datos por los que se dividen los informes', true);

CREATE FUNCTION company_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.company_id FROM contracts c WHERE c.id = l.contract_id $$;
CREATE FUNCTION client_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.client_id FROM contracts c WHERE c.id = l.contract_id $$;
CREATE FUNCTION agency_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.agency_id FROM contracts c WHERE c.id = l.contract_id $$;
CREATE FUNCTION owner_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.owner_id FROM contracts c WHERE c.id = l.contract_id $$;
CREATE FUNCTION signed_on(l order_lines) RETURNS date
LANGUAGE sql STABLE AS $$ SELECT c.signed_on FROM contracts c WHERE c.id = l.contract_id $$;
CREATE FUNCTION industry_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT k.industry_id FROM contracts c JOIN clients k ON k.id = c.client_id WHERE c.id = l.contract_id $$;
CREATE FUNCTION platform_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.platform_id FROM inventory_items i WHERE i.id = l.inventory_item_id $$;
CREATE FUNCTION division_id(l order_lines) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.division_id FROM inventory_items i WHERE i.id = l.inventory_item_id $$;

CREATE FUNCTION industry_id(c contracts) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT k.industry_id FROM clients k WHERE k.id = c.client_id $$;
CREATE FUNCTION industry_id(o opportunities) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT k.industry_id FROM clients k WHERE k.id = o.client_id $$;
CREATE FUNCTION industry_id(i invoices) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT k.industry_id FROM clients k WHERE k.id = i.client_id $$;

CREATE FUNCTION client_id(p placements) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT c.client_id FROM contracts c WHERE c.id = p.contract_id $$;
CREATE FUNCTION platform_id(p placements) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.platform_id FROM inventory_items i WHERE i.id = p.inventory_item_id $$;
