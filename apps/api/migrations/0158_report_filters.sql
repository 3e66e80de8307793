-- Contracts and opportunities by currency, so that the list of a figure has the rows of its currency only, and the division
-- of a placement, by which its report is divided.

SELECT set_config('pauta.request', 'migration:0158', true), set_config('pauta.reason', 'Filtros de los informes', true);

CREATE INDEX contracts_currency_code ON contracts (currency_code, created_at, id);
CREATE INDEX opportunities_currency_code ON opportunities (currency_code, created_at, id);

CREATE FUNCTION division_id(p placements) RETURNS uuid
LANGUAGE sql STABLE AS $$ SELECT i.division_id FROM inventory_items i WHERE i.id = p.inventory_item_id $$;
