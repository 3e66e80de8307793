-- An installation with demonstration data: what it invoices has no fiscal value, and an administrator leaves it.

SELECT set_config('pauta.request', 'migration:0056', true), set_config('pauta.reason', 'Demostración', true);

-- A row says that this installation is a demonstration. Only the functions below write it.
CREATE TABLE demonstration (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  began_at timestamptz NOT NULL DEFAULT now(),
  began_xact xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The last row of the audit log before the demonstration data.
  last_audit_id bigint NOT NULL
);
CALL restrict_app('demonstration', 'SELECT');

-- Rows that the demonstration data added to tables that are otherwise kept when it is left.
CREATE TABLE demonstration_records (
  table_name text COLLATE "C" NOT NULL,
  record_id uuid NOT NULL,
  PRIMARY KEY (table_name, record_id)
);
CALL restrict_app('demonstration_records', 'SELECT');

CREATE FUNCTION is_demonstration() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT EXISTS (SELECT FROM demonstration) $$;

-- Leaving deletes every record, so an installation with records of its own cannot become a demonstration.
CREATE FUNCTION begin_demonstration() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM clients) OR EXISTS (SELECT FROM agencies) OR EXISTS (SELECT FROM invoices)
    OR EXISTS (SELECT FROM given_numbers) THEN
    RAISE EXCEPTION 'a demonstration begins in an empty database'
      USING ERRCODE = '23514', CONSTRAINT = 'demonstration_begins_empty', TABLE = 'demonstration';
  END IF;
  INSERT INTO demonstration (last_audit_id) SELECT coalesce(max(id), 0) FROM audit_log;
END
$$;

-- Called at the end of the transaction that began the demonstration: remembers what it added to the tables kept.
CREATE FUNCTION mark_demonstration() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO demonstration_records (table_name, record_id)
  SELECT DISTINCT l.entity, l.entity_id::uuid
  FROM demonstration d JOIN audit_log l ON l.id > d.last_audit_id
  WHERE d.began_xact = pg_current_xact_id() AND l.before IS NULL AND l.request_id = audit_setting('request')
    AND l.entity IN ('exchange_rates', 'fiscal_periods', 'fiscal_sequences', 'bank_accounts', 'programs', 'subdivisions',
      'users', 'divisions', 'companies')
  ON CONFLICT DO NOTHING
$$;

-- Invoices -------------------------------------------------------------------------------------------------------------

-- False for what was made or issued in a demonstration. It must never be sent to the tax authority.
ALTER TABLE invoices ADD COLUMN has_fiscal_value boolean NOT NULL DEFAULT true;

CREATE FUNCTION invoices_fiscal_value() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.has_fiscal_value := NEW.has_fiscal_value AND NOT is_demonstration();
    RETURN NEW;
  END IF;
  IF NEW.has_fiscal_value AND NOT OLD.has_fiscal_value THEN
    RAISE EXCEPTION 'a document without fiscal value never gets it'
      USING ERRCODE = '23514', CONSTRAINT = 'invoices_without_fiscal_value', TABLE = 'invoices';
  END IF;
  IF NEW.status = 'issued' AND OLD.status <> 'issued' AND is_demonstration() THEN
    NEW.has_fiscal_value := false;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER invoices_fiscal_value BEFORE INSERT OR UPDATE ON invoices
  FOR EACH ROW EXECUTE FUNCTION invoices_fiscal_value();

-- Leaving --------------------------------------------------------------------------------------------------------------

-- Deletes every record of the installation, and what the demonstration data added to the tables that are kept:
-- catalogues, settings, fiscal and financial parameters, roles, users, and the audit log. A user of the demonstration who
-- did something in it stays as inactive, because the audit log names him. False: this installation is no demonstration.
CREATE FUNCTION leave_demonstration() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  actor constant uuid := audit_setting('actor')::uuid;
  records constant text[] := '{
    account_transfer_items,account_transfers,activities,addenda,addenda_agency_signatories,addenda_client_signatories,
    addenda_own_signatories,addendum_instalments,addendum_lines,agencies,agency_commissions,approvals,attachments,brands,
    capacity_cells,client_agencies,client_budgets,client_duplicate_checks,client_duplicates,
    client_registration_documents,client_registration_links,client_registration_platforms,client_registrations,
    client_social_links,clients,command_runs,comment_mentions,comments,contact_affiliations,contacts,
    contract_agency_signatories,contract_client_signatories,contract_instalments,contract_lines,
    contract_own_signatories,contract_versions,contracts,credit_proposals,evidence_items,evidence_report_placements,
    evidence_reports,exports,given_numbers,holds,import_rows,imports,inventory_item_restricted_industries,inventory_items,invoice_lines,invoices,
    journal_counters,journal_entries,journal_lines,media_files,numbering_counters,occupancy,opportunities,
    opportunity_moves,opportunity_platforms,opportunity_splits,order_lines,package_items,packages,
    payment_applications,payments,placements,portfolio_assignments,portfolio_draft_moves,portfolio_drafts,
    portfolio_freezes,portfolio_rule_members,portfolio_rules,price_lists,prices,public_form_days,quotas,quote_lines,
    quotes,referrals,rep_goals,sale_credits,sales_budget_lines,sales_budgets,signatories,target_list_members,
    target_lists,tech_sheet_items,tech_sheets,volume_rebates,work_orders}';
  -- Referring tables first.
  marked constant text[] := '{exchange_rates,fiscal_periods,fiscal_sequences,bank_accounts,programs,subdivisions,users,
    divisions,companies}';
  personal constant text[] := '{sessions,credentials,second_factors,recovery_codes,login_challenges,password_links,
    user_roles,user_divisions,delegations,view_preferences,views,setup_dismissals,usage_daily,import_mappings,mails}';
  target text;
  one record;
  link record;
BEGIN
  -- A second caller waits here and finds no row.
  DELETE FROM demonstration;
  IF NOT FOUND THEN
    RETURN false;
  END IF;

  -- A catalogue may show a file of the media library, which is deleted.
  ALTER TABLE tech_templates DISABLE TRIGGER USER;
  UPDATE tech_templates SET sample_id = NULL WHERE sample_id IS NOT NULL;
  ALTER TABLE tech_templates ENABLE TRIGGER USER;
  ALTER TABLE tech_templates DROP CONSTRAINT tech_templates_sample_id_fkey;
  FOR one IN SELECT tgrelid::regclass AS of, tgname FROM pg_trigger
    WHERE tgrelid = ANY (records::regclass[]) AND NOT tgisinternal AND tgtype & 32 <> 0
  LOOP
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER %I', one.of, one.tgname);
  END LOOP;
  -- Without CASCADE: a table that refers to these and is not among them is an error.
  EXECUTE 'TRUNCATE ' || array_to_string(records::regclass[], ', ') || ' RESTART IDENTITY';
  FOR one IN SELECT tgrelid::regclass AS of, tgname FROM pg_trigger
    WHERE tgrelid = ANY (records::regclass[]) AND NOT tgisinternal AND tgtype & 32 <> 0
  LOOP
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', one.of, one.tgname);
  END LOOP;
  ALTER TABLE tech_templates ADD CONSTRAINT tech_templates_sample_id_fkey
    FOREIGN KEY (sample_id) REFERENCES media_files ON DELETE RESTRICT;
  DELETE FROM files f WHERE NOT EXISTS (SELECT FROM companies c WHERE c.logo = f.id
    AND NOT EXISTS (SELECT FROM demonstration_records r WHERE r.record_id = c.id));

  -- The ranges that stay are used from their first number: no document with one of their numbers is left.
  ALTER TABLE fiscal_sequences DISABLE TRIGGER fiscal_sequences_name;
  UPDATE fiscal_sequences SET next_no = first_no WHERE next_no <> first_no;
  ALTER TABLE fiscal_sequences ENABLE TRIGGER fiscal_sequences_name;
  UPDATE public_forms SET allowed_origins = ARRAY(SELECT o FROM unnest(allowed_origins) AS o WHERE o !~ '\.test$')
  WHERE EXISTS (SELECT FROM unnest(allowed_origins) AS o WHERE o ~ '\.test$');

  UPDATE users SET reports_to_id = NULL WHERE reports_to_id IN (SELECT record_id FROM demonstration_records);
  FOREACH target IN ARRAY marked LOOP
    FOR one IN SELECT r.record_id AS id FROM demonstration_records r
      WHERE r.table_name = target AND r.record_id IS DISTINCT FROM actor
    LOOP
      BEGIN
        IF target = 'users' THEN
          IF EXISTS (SELECT FROM audit_log l WHERE l.actor_id = one.id) THEN
            RAISE foreign_key_violation;
          END IF;
          FOR link IN SELECT c.conrelid::regclass AS of, a.attname AS col
            FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
            WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass AND c.conrelid = ANY (personal::regclass[])
              AND a.attname NOT IN ('created_by', 'updated_by')
            ORDER BY array_position(personal::regclass[], c.conrelid::regclass)
          LOOP
            EXECUTE format('DELETE FROM %s WHERE %I = $1', link.of, link.col) USING one.id;
          END LOOP;
        END IF;
        EXECUTE format('DELETE FROM %I WHERE id = $1', target) USING one.id;
      EXCEPTION WHEN foreign_key_violation THEN
        -- What something kept refers to stays.
        IF target = 'users' THEN
          UPDATE users SET status = 'inactive' WHERE id = one.id;
          DELETE FROM sessions WHERE user_id = one.id;
        END IF;
      END;
    END LOOP;
  END LOOP;

  DELETE FROM former_search_texts f WHERE f.source = ANY (records)
    OR f.record_id IN (SELECT record_id FROM demonstration_records);
  DELETE FROM search_words WHERE source = ANY (records);
  FOREACH target IN ARRAY ARRAY(SELECT DISTINCT source FROM search_words WHERE source = ANY (marked)) LOOP
    DELETE FROM search_words WHERE source = target;
    EXECUTE format('INSERT INTO search_words (source, word)
      SELECT DISTINCT %L, w FROM %I t, search_words_of(ARRAY[t.search_text]) AS w', target, target);
  END LOOP;
  DELETE FROM demonstration_records;
  RETURN true;
END
$$;
