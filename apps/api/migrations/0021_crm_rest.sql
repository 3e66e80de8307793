-- What the CRM still lacked: who signs for a company that registers, shares of additional sellers, target lists that
-- follow the work on their accounts.

SELECT set_config('pauta.request', 'migration:0021', true), set_config('pauta.reason', 'Valores iniciales', true);

-- Registrations --------------------------------------------------------------------------------------------------

ALTER TABLE client_registrations
  ADD COLUMN representative_name text CHECK (char_length(representative_name) BETWEEN 1 AND 120),
  ADD COLUMN representative_national_id_type text COLLATE "C"
    CHECK (representative_national_id_type IN ('CEDULA', 'PASAPORTE', 'OTRO')),
  ADD COLUMN representative_national_id text CHECK (char_length(representative_national_id) BETWEEN 1 AND 20);

-- Shares ---------------------------------------------------------------------------------------------------------

-- What the additional seller gets of the credit for a sale; the principal has the rest.
ALTER TABLE clients ADD COLUMN additional_split_pct numeric(7,4) NOT NULL DEFAULT 0
  CONSTRAINT clients_additional_split_pct_check CHECK (additional_split_pct BETWEEN 0 AND 100);

-- Nobody's share is no share.
CREATE FUNCTION drop_share_of_nobody() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.additional_split_pct := 0;
  RETURN NEW;
END
$$;

CREATE TRIGGER drop_share_of_nobody BEFORE INSERT OR UPDATE OF additional_sales_rep_id, additional_split_pct ON clients
  FOR EACH ROW WHEN (NEW.additional_sales_rep_id IS NULL AND NEW.additional_split_pct <> 0)
  EXECUTE FUNCTION drop_share_of_nobody();

-- From `today` on the additional seller of a client has this share, and the principal what is left.
CREATE FUNCTION portfolio_share(client uuid, pct numeric, today date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  running portfolio_assignments;
BEGIN
  IF NOT EXISTS (
    SELECT FROM portfolio_assignments
    WHERE client_id = client AND role = 'additional' AND split_pct <> pct AND valid && daterange(today, NULL)) THEN
    RETURN;
  END IF;
  SELECT * INTO running FROM portfolio_assignments
  WHERE client_id = client AND role = 'additional' AND split_pct <> pct AND valid @> today AND lower(valid) < today;
  IF FOUND THEN
    UPDATE portfolio_assignments SET valid = daterange(lower(valid), today) WHERE id = running.id;
    INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
    VALUES (client, running.user_id, 'additional', pct, daterange(today, upper(running.valid)));
  END IF;
  UPDATE portfolio_assignments SET split_pct = pct
  WHERE client_id = client AND role = 'additional' AND split_pct <> pct AND lower(valid) >= today;
  PERFORM portfolio_reshare(client, today);
END
$$;

CREATE OR REPLACE FUNCTION assign_new_clients() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  days constant daterange := daterange(business_date(), NULL);
BEGIN
  INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
  SELECT id, primary_sales_rep_id, 'principal', 100 - additional_split_pct, days FROM new_clients
  UNION ALL
  SELECT id, additional_sales_rep_id, 'additional', additional_split_pct, days FROM new_clients
  WHERE additional_sales_rep_id IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION follow_client_sellers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  today constant date := business_date();
BEGIN
  IF NEW.primary_sales_rep_id <> OLD.primary_sales_rep_id THEN
    -- Who leaves the company leaves frozen accounts too.
    IF audit_setting('moves_frozen') IS NULL
      AND EXISTS (SELECT FROM portfolio_freezes WHERE client_id = NEW.id AND ended_at IS NULL) THEN
      RAISE EXCEPTION 'client % is frozen', NEW.id
        USING ERRCODE = 'check_violation', CONSTRAINT = 'clients_not_frozen', TABLE = 'clients', COLUMN = 'primary_sales_rep_id';
    END IF;
    PERFORM portfolio_succeed(NEW.id, 'principal', NEW.primary_sales_rep_id, today);
  END IF;
  IF NEW.additional_sales_rep_id IS DISTINCT FROM OLD.additional_sales_rep_id THEN
    PERFORM portfolio_succeed(NEW.id, 'additional', NEW.additional_sales_rep_id, today);
  END IF;
  IF NEW.additional_sales_rep_id IS NOT NULL THEN
    PERFORM portfolio_share(NEW.id, NEW.additional_split_pct, today);
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER follow_sellers ON clients;
CREATE TRIGGER follow_sellers AFTER UPDATE OF primary_sales_rep_id, additional_sales_rep_id, additional_split_pct ON clients
  FOR EACH ROW WHEN (NEW.primary_sales_rep_id IS DISTINCT FROM OLD.primary_sales_rep_id
    OR NEW.additional_sales_rep_id IS DISTINCT FROM OLD.additional_sales_rep_id
    OR NEW.additional_split_pct IS DISTINCT FROM OLD.additional_split_pct)
  EXECUTE FUNCTION follow_client_sellers();

-- Workload -------------------------------------------------------------------------------------------------------

-- What each seller still has to do, counted without the year of what he did.
CREATE INDEX activities_open ON activities (assigned_to_id, scheduled_at) WHERE status IN ('pending', 'in_progress');

-- Target lists ---------------------------------------------------------------------------------------------------

-- How far an attention with this result brings the account in the funnel of its target lists; null: nobody was reached.
ALTER TABLE contact_results ADD COLUMN target_state text COLLATE "C"
  CHECK (target_state IN ('contacted', 'meeting', 'proposal'));

UPDATE contact_results r SET target_state = v.state
FROM (VALUES
  ('INTERESADO', 'contacted'), ('PIDE-PROPUESTA', 'contacted'), ('VOLVER-LLAMAR', 'contacted'),
  ('REUNION-AGENDADA', 'contacted'), ('SIN-PRESUPUESTO', 'contacted'), ('COMPETENCIA', 'contacted'),
  ('NO-INTERESADO', 'contacted'), ('FUERA-PERFIL', 'contacted'), ('RECLAMO', 'contacted'),
  ('REUNION-REALIZADA', 'meeting'),
  ('PROPUESTA-ENVIADA', 'proposal'), ('NEGOCIANDO', 'proposal'), ('ACEPTO', 'proposal')
) AS v (code, state) WHERE r.code = v.code;

ALTER TABLE exports DROP CONSTRAINT exports_format_check;
ALTER TABLE exports ADD CONSTRAINT exports_format_check CHECK (format IN ('csv', 'xlsx', 'vcf', 'mailing'));
