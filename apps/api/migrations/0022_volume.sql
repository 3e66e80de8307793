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
