-- What the accounts of the first half ask of a sale, and get from it: letters of authorisation, the usual payer of a
-- brand, and data that fiscal documents fix.

SELECT set_config('pauta.request', 'migration:0058', true), set_config('pauta.reason', 'Cartas, marcas y datos fiscales', true);

-- Letters of authorisation -----------------------------------------------------------------------------------------

/* Whether the letters of an agency authorise it to buy for this client and brand on every day of a flight; several may
   follow each other. A letter without a brand is for every brand. Of a client or agency that was merged, the letters are
   those of the record it was merged into. */
CREATE FUNCTION agency_may_buy(agency uuid, client uuid, brand uuid, flight daterange) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(range_agg(l.effective) @> flight, false)
  FROM client_agencies l
  WHERE l.client_id = (SELECT coalesce(c.merged_into_id, c.id) FROM clients c WHERE c.id = client)
    AND l.agency_id = (SELECT coalesce(a.merged_into_id, a.id) FROM agencies a WHERE a.id = agency)
    AND (l.brand_id IS NULL OR l.brand_id = brand) AND l.archived_at IS NULL AND 'buying' = ANY(l.services)
$$;

-- The commission of an agency on what runs from a day on: of its letter for the brand, else for the client, else its own.
CREATE FUNCTION agency_commission(agency uuid, client uuid, brand uuid, on_day date) RETURNS numeric
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((
    SELECT l.commission_pct_override FROM client_agencies l
    WHERE l.agency_id = agency AND l.client_id = client AND (l.brand_id IS NULL OR l.brand_id = brand)
      AND l.archived_at IS NULL AND l.effective @> on_day AND l.commission_pct_override IS NOT NULL
    ORDER BY l.brand_id IS NULL, l.id LIMIT 1), a.commission_pct)
  FROM agencies a WHERE a.id = agency
$$;

-- Brands -----------------------------------------------------------------------------------------------------------

ALTER TABLE brands
  -- Follows from the letters: the agency of the default letter for this brand that is valid today.
  ADD COLUMN default_agency_id uuid REFERENCES agencies ON DELETE RESTRICT,
  -- Null: that of the client.
  ADD COLUMN billing_party text COLLATE "C" CHECK (billing_party IN ('client', 'agency'));
CREATE INDEX brands_default_agency_id ON brands (default_agency_id) WHERE default_agency_id IS NOT NULL;
CREATE INDEX brands_billing_party ON brands (billing_party, sort_order, id);
CALL unnotice('brands', '{default_agency_id}');

CREATE FUNCTION refresh_brand(brand uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM brands WHERE id = brand FOR NO KEY UPDATE;
  UPDATE brands b SET default_agency_id = n.agency_id
  FROM (
    SELECT (
      SELECT agency_id FROM client_agencies
      WHERE brand_id = brand AND is_default AND archived_at IS NULL AND effective @> business_date()
    ) AS agency_id) n
  WHERE b.id = brand AND b.default_agency_id IS DISTINCT FROM n.agency_id;
END
$$;

-- Clients first, then brands, then agencies, each in the order of their ids, as letters written at once wait for each other.
CREATE OR REPLACE FUNCTION follow_new_letters() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_client(one) FROM (SELECT client_id AS one FROM new_rows GROUP BY 1 ORDER BY 1) o;
  PERFORM refresh_brand(one) FROM (
    SELECT brand_id AS one FROM new_rows WHERE brand_id IS NOT NULL GROUP BY 1 ORDER BY 1) o;
  PERFORM refresh_agency(one) FROM (SELECT agency_id AS one FROM new_rows GROUP BY 1 ORDER BY 1) o;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION follow_letters() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_client(one) FROM (
    SELECT side.one FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES (n.client_id), (o.client_id)) AS side (one)
    WHERE (n.client_id, n.agency_id, n.brand_id, n.effective, n.is_default, n.archived_at)
      IS DISTINCT FROM (o.client_id, o.agency_id, o.brand_id, o.effective, o.is_default, o.archived_at)
    GROUP BY 1 ORDER BY 1) c;
  PERFORM refresh_brand(one) FROM (
    SELECT side.one FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES (n.brand_id), (o.brand_id)) AS side (one)
    WHERE side.one IS NOT NULL AND (n.agency_id, n.brand_id, n.effective, n.is_default, n.archived_at)
      IS DISTINCT FROM (o.agency_id, o.brand_id, o.effective, o.is_default, o.archived_at)
    GROUP BY 1 ORDER BY 1) b;
  PERFORM refresh_agency(one) FROM (
    SELECT side.one FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES (n.agency_id), (o.agency_id)) AS side (one)
    WHERE (n.client_id, n.agency_id, n.effective, n.ends_on, n.archived_at)
      IS DISTINCT FROM (o.client_id, o.agency_id, o.effective, o.ends_on, o.archived_at)
    GROUP BY 1 ORDER BY 1) a;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION refresh_letters() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_agency(a.id) FROM agencies a
  LEFT JOIN (
    SELECT agency_id, (count(DISTINCT client_id) FILTER (WHERE effective @> business_date()))::integer AS active_clients,
      min(ends_on) FILTER (WHERE ends_on >= business_date() AND NOT isempty(effective)) AS next_letter_ends_on
    FROM client_agencies WHERE archived_at IS NULL GROUP BY agency_id) n ON n.agency_id = a.id
  WHERE (a.active_clients, a.next_letter_ends_on) IS DISTINCT FROM (coalesce(n.active_clients, 0), n.next_letter_ends_on);
  PERFORM refresh_client(c.id) FROM clients c
  LEFT JOIN client_agencies l ON l.client_id = c.id AND l.brand_id IS NULL AND l.is_default AND l.archived_at IS NULL
    AND l.effective @> business_date()
  WHERE c.default_agency_id IS DISTINCT FROM l.agency_id;
  PERFORM refresh_brand(b.id) FROM brands b
  LEFT JOIN client_agencies l ON l.brand_id = b.id AND l.is_default AND l.archived_at IS NULL
    AND l.effective @> business_date()
  WHERE b.default_agency_id IS DISTINCT FROM l.agency_id;
END
$$;

SELECT refresh_brand(brand_id) FROM client_agencies WHERE brand_id IS NOT NULL GROUP BY brand_id;

-- Who pays what is sold for this client and brand through this agency.
CREATE FUNCTION usual_billing_party(client uuid, brand uuid, agency uuid) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN agency IS NULL THEN 'client'
    ELSE coalesce((SELECT b.billing_party FROM brands b WHERE b.id = brand), c.billing_party) END
  FROM clients c WHERE c.id = client
$$;

CREATE OR REPLACE FUNCTION credit_held(q quotes) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE usual_billing_party(q.client_id, q.brand_id, q.agency_id)
    WHEN 'agency' THEN a.credit_status ELSE c.credit_status END IN ('on_hold', 'blocked')
  FROM clients c LEFT JOIN agencies a ON a.id = q.agency_id WHERE c.id = q.client_id
$$;

-- What fiscal documents say of an account --------------------------------------------------------------------------

ALTER TABLE agencies ADD COLUMN fiscal_locked_at timestamptz;
CREATE INDEX agencies_by_fiscal_locked_at ON agencies (fiscal_locked_at, id)
  WHERE archived_at IS NULL AND fiscal_locked_at IS NOT NULL;

-- The API sets pauta.edit_fiscal in the transaction of somebody who may change what fiscal documents say.
CREATE FUNCTION freeze_fiscal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF audit_setting('edit_fiscal') = 'on' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% % has fiscal documents', TG_TABLE_NAME, OLD.id
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_fiscal_frozen', TABLE = TG_TABLE_NAME,
      COLUMN = CASE
        WHEN NEW.legal_name IS DISTINCT FROM OLD.legal_name THEN 'legal_name'
        WHEN NEW.country_id IS DISTINCT FROM OLD.country_id THEN 'country_id'
        WHEN NEW.tax_id_type IS DISTINCT FROM OLD.tax_id_type THEN 'tax_id_type'
        WHEN NEW.tax_id IS DISTINCT FROM OLD.tax_id THEN 'tax_id'
        ELSE 'fiscal_locked_at' END;
END
$$;

DROP TRIGGER freeze_fiscal ON clients;
DROP FUNCTION clients_freeze_fiscal();
DO $$
DECLARE
  account regclass;
BEGIN
  FOREACH account IN ARRAY ARRAY['clients', 'agencies']::regclass[] LOOP
    EXECUTE format('CREATE TRIGGER freeze_fiscal BEFORE UPDATE ON %s
      FOR EACH ROW WHEN (OLD.fiscal_locked_at IS NOT NULL AND (
        NEW.legal_name IS DISTINCT FROM OLD.legal_name OR NEW.country_id IS DISTINCT FROM OLD.country_id
        OR NEW.tax_id_type IS DISTINCT FROM OLD.tax_id_type OR NEW.tax_id IS DISTINCT FROM OLD.tax_id
        OR NEW.fiscal_locked_at IS NULL))
      EXECUTE FUNCTION freeze_fiscal()', account);
  END LOOP;
END
$$;

-- A client with fiscal documents remains an advertiser, in whatever order two transactions come.
ALTER TABLE clients ADD CONSTRAINT clients_remain_advertisers
  CHECK (fiscal_locked_at IS NULL OR became_agency_id IS NULL);
