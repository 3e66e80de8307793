-- What follows from rows written many at a time is worked out once a statement, not once a row; indexes of large lists.

SELECT set_config('pauta.request', 'migration:0022', true);

-- A row that nothing refers to closes no circle: a new row is looked for among the parents before its own are followed.
CREATE OR REPLACE FUNCTION refuse_cycle() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  ancestor uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  has_followers boolean := true;
BEGIN
  IF TG_OP = 'INSERT' AND ancestor <> NEW.id THEN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', TG_TABLE_NAME, TG_ARGV[0])
      INTO has_followers USING NEW.id;
  END IF;
  WHILE has_followers AND ancestor IS NOT NULL LOOP
    IF ancestor = NEW.id THEN
      RAISE EXCEPTION '%.% would form a circle', TG_TABLE_NAME, TG_ARGV[0]
        USING ERRCODE = '23514', CONSTRAINT = TG_TABLE_NAME || '_no_cycle';
    END IF;
    EXECUTE format('SELECT %I FROM %I WHERE id = $1 FOR SHARE', TG_ARGV[0], TG_TABLE_NAME) INTO ancestor USING ancestor;
  END LOOP;
  RETURN NEW;
END
$$;

-- Activities ------------------------------------------------------------------------------------------------------

DROP TRIGGER tell_client ON activities;
DROP FUNCTION activities_tell_client();

CREATE FUNCTION tell_clients_of_activities(touched uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- Two activities of one client take turns: the second counts with what the first wrote.
  PERFORM FROM clients WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  UPDATE clients c SET next_activity_at = n.next, last_activity_at = n.last
  FROM (
    SELECT t.id,
      (SELECT min(scheduled_at) FROM activities WHERE client_id = t.id AND status IN ('pending', 'in_progress')) AS next,
      (SELECT max(closed_at) FROM activities WHERE client_id = t.id AND status = 'done') AS last
    FROM unnest(touched) AS t (id)) n
  WHERE c.id = n.id AND (c.next_activity_at, c.last_activity_at) IS DISTINCT FROM (n.next, n.last);
END
$$;

CREATE FUNCTION activities_tell_clients_new() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_clients_of_activities(ARRAY(SELECT DISTINCT client_id FROM new_rows WHERE client_id IS NOT NULL));
  RETURN NULL;
END
$$;

CREATE FUNCTION activities_tell_clients() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  touched constant uuid[] := ARRAY(
    SELECT DISTINCT side.client_id
    FROM new_rows n JOIN old_rows o ON o.id = n.id CROSS JOIN LATERAL (VALUES (n.client_id), (o.client_id)) AS side (client_id)
    WHERE side.client_id IS NOT NULL AND (n.client_id, n.status, n.scheduled_at, n.closed_at)
      IS DISTINCT FROM (o.client_id, o.status, o.scheduled_at, o.closed_at));
BEGIN
  IF cardinality(touched) > 0 THEN
    PERFORM tell_clients_of_activities(touched);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER tell_clients_new AFTER INSERT ON activities
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION activities_tell_clients_new();
CREATE TRIGGER tell_clients AFTER UPDATE ON activities
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION activities_tell_clients();

-- Letters of agencies ---------------------------------------------------------------------------------------------

DROP TRIGGER follow_letter ON client_agencies;
DROP FUNCTION follow_letter();

CREATE FUNCTION follow_new_letters() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  -- In one order, so that letters written at once wait for each other.
  PERFORM refresh_client(one) FROM (SELECT client_id AS one FROM new_rows GROUP BY 1 ORDER BY 1) o;
  PERFORM refresh_agency(one) FROM (SELECT agency_id AS one FROM new_rows GROUP BY 1 ORDER BY 1) o;
  RETURN NULL;
END
$$;

CREATE FUNCTION follow_letters() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_client(one) FROM (
    SELECT side.one FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES (n.client_id), (o.client_id)) AS side (one)
    WHERE (n.client_id, n.agency_id, n.brand_id, n.effective, n.is_default, n.archived_at)
      IS DISTINCT FROM (o.client_id, o.agency_id, o.brand_id, o.effective, o.is_default, o.archived_at)
    GROUP BY 1 ORDER BY 1) c;
  PERFORM refresh_agency(one) FROM (
    SELECT side.one FROM new_rows n JOIN old_rows o ON o.id = n.id
      CROSS JOIN LATERAL (VALUES (n.agency_id), (o.agency_id)) AS side (one)
    WHERE (n.client_id, n.agency_id, n.effective, n.ends_on, n.archived_at)
      IS DISTINCT FROM (o.client_id, o.agency_id, o.effective, o.ends_on, o.archived_at)
    GROUP BY 1 ORDER BY 1) a;
  RETURN NULL;
END
$$;

CREATE TRIGGER follow_new_letters AFTER INSERT ON client_agencies
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_new_letters();
CREATE TRIGGER follow_letters AFTER UPDATE ON client_agencies
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_letters();

-- Contacts --------------------------------------------------------------------------------------------------------

-- A new contact has no history to fit into: its company, telephones and e-mails are written as they come.
DROP TRIGGER contacts_note_company ON contacts;
CREATE TRIGGER contacts_note_company AFTER UPDATE ON contacts
  FOR EACH ROW EXECUTE FUNCTION contacts_note_company();
DROP TRIGGER contacts_unfold ON contacts;
CREATE TRIGGER contacts_unfold AFTER UPDATE ON contacts
  FOR EACH ROW WHEN (NEW.phones IS DISTINCT FROM OLD.phones OR NEW.emails IS DISTINCT FROM OLD.emails)
  EXECUTE FUNCTION contacts_unfold();

CREATE FUNCTION contacts_unfold_new() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows WHERE jsonb_array_length(phones) > 0 AND primary_phone IS NULL) THEN
    RAISE EXCEPTION 'no telephone is the first one' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'contact_phones_one_primary', TABLE = 'contact_phones';
  END IF;
  IF EXISTS (SELECT FROM new_rows WHERE jsonb_array_length(emails) > 0 AND primary_email IS NULL) THEN
    RAISE EXCEPTION 'no e-mail is the first one' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'contact_emails_one_primary', TABLE = 'contact_emails';
  END IF;
  INSERT INTO contact_phones
    (contact_id, kind, number, extension, is_primary, is_whatsapp, do_not_call, valid_hours, verified_on)
  SELECT n.id, p.kind, p.number, p.extension, coalesce(p.is_primary, false), coalesce(p.is_whatsapp, false),
    coalesce(p.do_not_call, false), p.valid_hours, p.verified_on
  FROM new_rows n CROSS JOIN LATERAL jsonb_to_recordset(n.phones) AS p (kind text, number text, extension text,
    is_primary boolean, is_whatsapp boolean, do_not_call boolean, valid_hours text, verified_on date);
  INSERT INTO contact_emails (contact_id, email, is_primary, bounced)
  SELECT n.id, e.email, coalesce(e.is_primary, false), coalesce(e.bounced, false)
  FROM new_rows n CROSS JOIN LATERAL jsonb_to_recordset(n.emails) AS e (email text, is_primary boolean, bounced boolean);
  IF audit_setting('merging') IS DISTINCT FROM 'on' THEN
    INSERT INTO contact_affiliations (contact_id, client_id, agency_id, role, is_primary, valid)
    SELECT id, client_id, agency_id, role, true, daterange(company_since, NULL)
    FROM new_rows WHERE num_nonnulls(client_id, agency_id) > 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER contacts_unfold_new AFTER INSERT ON contacts
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contacts_unfold_new();

-- Clients ---------------------------------------------------------------------------------------------------------

DROP TRIGGER check_duplicates_of_new ON clients;

CREATE FUNCTION clients_check_duplicates_of_new() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO client_duplicate_checks (client_id) SELECT id FROM new_rows
  ON CONFLICT (client_id) DO UPDATE SET due_at = clock_timestamp();
  RETURN NULL;
END
$$;

CREATE TRIGGER check_duplicates_of_new AFTER INSERT ON clients
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION clients_check_duplicates_of_new();

-- Registrations that wait are few, and new clients come by the thousand: their names are folded once a statement.
CREATE FUNCTION clients_count_matches_new() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM client_registrations WHERE status IN ('received', 'in_review', 'info_requested')) THEN
    RETURN NULL;
  END IF;
  WITH given AS MATERIALIZED (
    SELECT country_id, tax_id, fold(legal_name) AS legal, fold(trade_name) AS trade FROM new_rows
  ), alike AS (
    SELECT r.id FROM client_registrations r
    WHERE r.status IN ('received', 'in_review', 'info_requested') AND r.id IN (
      SELECT o.id FROM given g JOIN client_registrations o ON (o.country_id, o.tax_id) = (g.country_id, g.tax_id)
      UNION SELECT o.id
        FROM (SELECT legal AS name FROM given UNION SELECT trade FROM given) n
        JOIN client_registrations o
          ON o.status IN ('received', 'in_review', 'info_requested') AND n.name <% o.search_text)
    FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE client_registrations r
  SET match_count = count_alike_clients(r.country_id, r.tax_id, r.legal_name, r.trade_name, r.resulting_client_id)
  FROM alike WHERE r.id = alike.id;
  RETURN NULL;
END
$$;

DROP TRIGGER count_matches ON clients;
CREATE TRIGGER count_matches_new AFTER INSERT ON clients
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION clients_count_matches_new();
CREATE TRIGGER count_matches AFTER UPDATE OF country_id, tax_id, legal_name, trade_name ON clients
  FOR EACH ROW WHEN ((OLD.country_id, OLD.tax_id, OLD.legal_name, OLD.trade_name)
    IS DISTINCT FROM (NEW.country_id, NEW.tax_id, NEW.legal_name, NEW.trade_name))
  EXECUTE FUNCTION clients_count_matches();

-- What is open is a fraction of all that was ever done, and the agenda asks for it by date.
CREATE INDEX activities_open_by_date ON activities (scheduled_at, id, assigned_to_id) WHERE status IN ('pending', 'in_progress');
-- What summaries group by, whoever asks, without the rows themselves.
CREATE INDEX activities_assigned_kind ON activities (assigned_to_id, kind);

-- Whose clients somebody sees is read from the index alone: the ids are gathered for his contacts, letters and signatories.
DROP INDEX clients_every_primary_sales_rep_id;
CREATE INDEX clients_every_primary_sales_rep_id ON clients (primary_sales_rep_id, id);
DROP INDEX clients_additional_sales_rep_id;
CREATE INDEX clients_additional_sales_rep_id ON clients (additional_sales_rep_id, id) WHERE additional_sales_rep_id IS NOT NULL;
DROP INDEX contacts_role;
CREATE INDEX contacts_role ON contacts (role) INCLUDE (client_id, agency_id) WHERE archived_at IS NULL;

-- Looking for pairs takes seconds where many names are alike. Clients written meanwhile do not wait for it: what was
-- due is taken off the list only at the end, unless it became due again, and clients are held in the order in which
-- everybody holds them.
CREATE OR REPLACE FUNCTION find_client_duplicates(batch integer DEFAULT 100) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  checked uuid[];
  moments timestamptz[];
  touched uuid[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('pauta.client_duplicates')) THEN
    RETURN 0;
  END IF;
  SELECT array_agg(client_id), array_agg(due_at) INTO checked, moments
  FROM (SELECT client_id, due_at FROM client_duplicate_checks ORDER BY due_at LIMIT batch) due;
  IF checked IS NULL THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM client_duplicates WHERE (a_id = ANY (checked) OR b_id = ANY (checked)) AND dismissed_at IS NULL
    RETURNING a_id, b_id
  )
  SELECT array_agg(id) INTO touched FROM gone CROSS JOIN LATERAL (VALUES (a_id), (b_id)) AS of_pair(id);

  WITH found AS (
    SELECT least(c.id, o.id) AS a_id, greatest(c.id, o.id) AS b_id, max(o.legal) AS legal, max(o.trade) AS trade
    FROM clients c CROSS JOIN LATERAL (
      SELECT t.id, similarity(fold(t.legal_name), fold(c.legal_name)) AS legal,
        similarity(fold(t.trade_name), fold(c.trade_name)) AS trade
      FROM clients t
      WHERE t.id <> c.id AND t.archived_at IS NULL
        AND (fold(c.legal_name) <% t.search_text OR fold(c.trade_name) <% t.search_text)
        AND greatest(similarity(fold(t.legal_name), fold(c.legal_name)), similarity(fold(t.trade_name), fold(c.trade_name))) >= 0.6
      -- A name as common as that tells nothing more.
      ORDER BY similarity(fold(t.legal_name), fold(c.legal_name)) + similarity(fold(t.trade_name), fold(c.trade_name)) DESC, t.id
      LIMIT 5
    ) o
    WHERE c.id = ANY (checked) AND c.archived_at IS NULL
    GROUP BY 1, 2
  ), kept AS (
    INSERT INTO client_duplicates AS d (a_id, b_id, legal, trade)
    SELECT a_id, b_id, legal, trade FROM found
    ON CONFLICT ON CONSTRAINT client_duplicates_once DO UPDATE SET legal = excluded.legal, trade = excluded.trade
    RETURNING a_id, b_id
  )
  SELECT touched || array_agg(id) INTO touched FROM kept CROSS JOIN LATERAL (VALUES (a_id), (b_id)) AS of_pair(id);
  touched := checked || touched;
  PERFORM FROM clients WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  CALL mark_client_duplicates(touched);
  DELETE FROM client_duplicate_checks c USING (
    SELECT k.client_id FROM client_duplicate_checks k
    JOIN unnest(checked, moments) AS seen (client_id, due_at) ON k.client_id = seen.client_id AND k.due_at = seen.due_at
    FOR UPDATE OF k SKIP LOCKED) done
  WHERE c.client_id = done.client_id;
  RETURN cardinality(checked);
END
$$;
