-- Clients whose registration is in review again: the approval that made them was undone.

SELECT set_config('pauta.request', 'migration:0025', true), set_config('pauta.reason', 'Aprobaciones deshechas', true);

ALTER TABLE clients
  -- Folio of that registration.
  ADD COLUMN withdrawn_folio text CHECK (char_length(withdrawn_folio) BETWEEN 1 AND 20),
  ADD CONSTRAINT clients_withdrawn_stay_archived CHECK (withdrawn_folio IS NULL OR archived_at IS NOT NULL);

-- Such a client gives its identifiers free, as one that was merged does: its registration may be approved again.
DROP INDEX clients_client_code_key, clients_company_code_key, clients_tax_id_key;
CREATE UNIQUE INDEX clients_client_code_key ON clients (client_code)
  WHERE merged_into_id IS NULL AND withdrawn_folio IS NULL;
CREATE UNIQUE INDEX clients_company_code_key ON clients (company_code)
  WHERE merged_into_id IS NULL AND withdrawn_folio IS NULL;
CREATE UNIQUE INDEX clients_tax_id_key ON clients (country_id, tax_id)
  WHERE merged_into_id IS NULL AND withdrawn_folio IS NULL;

-- Whoever looks for the same company does not find it.
CREATE OR REPLACE FUNCTION count_alike_clients(country uuid, tax text, legal text, trade text, own uuid) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  legal_folded constant text := fold(legal);
  trade_folded constant text := fold(coalesce(trade, legal));
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT FROM clients c
      WHERE c.id IN (
          SELECT id FROM clients WHERE country_id = country AND tax_id = tax
          UNION SELECT id FROM clients WHERE legal_folded <% search_text
          UNION SELECT id FROM clients WHERE trade_folded <% search_text AND trade_folded <> legal_folded)
        AND c.id IS DISTINCT FROM own AND c.withdrawn_folio IS NULL
        AND ((c.country_id = country AND c.tax_id = tax)
          OR similarity(fold(c.legal_name), legal_folded) >= 0.6
          OR similarity(fold(c.trade_name), trade_folded) >= 0.6)
      LIMIT 99) found);
END
$$;

CREATE TRIGGER count_matches_without AFTER UPDATE OF withdrawn_folio ON clients
  FOR EACH ROW EXECUTE FUNCTION clients_count_matches();

-- The share that somebody lost with his place as additional seller; taking the transfer back gives him both.
ALTER TABLE account_transfer_items ADD COLUMN before_share numeric(7,4) CHECK (before_share > 0 AND before_share <= 100);
