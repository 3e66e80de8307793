-- What the lists of contracts and addenda are filtered by.

SELECT set_config('pauta.request', 'migration:0092', true), set_config('pauta.reason', 'Listas de contratos y adendas', true);

-- The last day of the validity of a contract.
CREATE FUNCTION ends_on(c contracts) RETURNS date
LANGUAGE sql IMMUTABLE AS $$ SELECT upper(c.valid) - 1 $$;
CREATE INDEX contracts_ends_on ON contracts ((upper(valid) - 1));

-- Signed contracts with a technical sheet of which something is still to be delivered.
CREATE VIEW contracts_without_material AS
SELECT s.contract_id AS record_id FROM tech_sheets s
  JOIN order_lines o ON o.id = s.order_line_id AND o.status = 'active'
  JOIN contracts c ON c.id = s.contract_id AND c.status IN ('signed', 'active', 'suspended')
WHERE s.status IN ('pending', 'observed');
CALL restrict_app('contracts_without_material', 'SELECT');
CREATE FUNCTION without_material(c contracts) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT c.status IN ('signed', 'active', 'suspended') AND EXISTS (
    SELECT FROM tech_sheets s JOIN order_lines o ON o.id = s.order_line_id AND o.status = 'active'
    WHERE s.contract_id = c.id AND s.status IN ('pending', 'observed'))
$$;

-- Contracts of which more was delivered than invoiced, each line by its net. Where everything is invoiced it is not.
CREATE VIEW contracts_overconsumed AS
SELECT o.contract_id AS record_id FROM order_lines o
WHERE o.contract_id IN (SELECT u.contract_id FROM order_lines u WHERE u.billed_net < u.net)
GROUP BY o.contract_id
HAVING sum(round_amount(o.net * delivered_part(o), o.currency_code)) > sum(o.billed_net);
CALL restrict_app('contracts_overconsumed', 'SELECT');
CREATE FUNCTION overconsumed(c contracts) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(round_amount(o.net * delivered_part(o), o.currency_code)) > sum(o.billed_net), false)
  FROM order_lines o WHERE o.contract_id = c.id
$$;

-- How many of its signatures an addendum has: of the request that is open or was completed; null without one.
CREATE FUNCTION signatures(a addenda) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT count(g.signer_id) || ' de ' || count(*)
  FROM signing_requests r JOIN signers s ON s.request_id = r.id LEFT JOIN signatures g ON g.signer_id = s.id
  WHERE r.addendum_id = a.id AND (r.outcome IS NULL OR r.outcome = 'completed')
  HAVING count(*) > 0
$$;

-- The addenda of an agency are a list, too.
DROP INDEX addenda_agency_id;
CREATE INDEX addenda_agency_id ON addenda (agency_id, created_at, id);
