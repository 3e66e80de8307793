-- A contract has one billing contact, who can be reached. Contracts that are not over get the usual one.

SELECT set_config('pauta.request', 'migration:0091', true), set_config('pauta.reason', 'Contacto de facturación', true);

-- The contact of the payer who gets its invoices: the one for billing, and one whose mail arrives, come first.
CREATE FUNCTION usual_billing_contact(client uuid, agency uuid, party text) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT p.id FROM contacts p
  WHERE (party = 'client' AND p.client_id = client OR party = 'agency' AND p.agency_id = agency)
    AND p.archived_at IS NULL AND p.status = 'active'
  ORDER BY p.role = 'billing' DESC, p.primary_email IS NOT NULL AND NOT p.email_bounced DESC, p.is_main_contact DESC,
    p.created_at, p.id LIMIT 1
$$;

UPDATE contracts SET billing_contact_id = usual_billing_contact(client_id, agency_id, billing_party)
WHERE billing_contact_id IS NULL AND archived_at IS NULL AND status NOT IN ('finished', 'cancelled')
  AND usual_billing_contact(client_id, agency_id, billing_party) IS NOT NULL;
