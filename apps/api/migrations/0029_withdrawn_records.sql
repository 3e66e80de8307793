-- What an undoing takes back lies in the archive like anything archived, but gives its unique values free.

SELECT set_config('pauta.request', 'migration:0029', true), set_config('pauta.reason', 'Lo que se deshizo', true);

-- The identifiers of a client whose approval was undone are free as those of anything taken back.
DROP INDEX clients_client_code_key, clients_company_code_key, clients_tax_id_key;
CREATE UNIQUE INDEX clients_client_code_key ON clients (client_code) WHERE merged_into_id IS NULL;
CREATE UNIQUE INDEX clients_company_code_key ON clients (company_code) WHERE merged_into_id IS NULL;
CREATE UNIQUE INDEX clients_tax_id_key ON clients (country_id, tax_id) WHERE merged_into_id IS NULL;

CREATE FUNCTION clear_withdrawn() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.withdrawn_at := NULL;
  RETURN NEW;
END
$$;

-- Gives a table with an archive its column `withdrawn_at`: since when a row lies there because an undoing took it back.
-- Its unique values are free from then on, and its own again once it is restored, unless another row has them by now.
-- Every table with an archive needs it:
--   CALL free_when_withdrawn('clients');
CREATE PROCEDURE free_when_withdrawn(target regclass)
LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  EXECUTE format('ALTER TABLE %s ADD COLUMN withdrawn_at timestamptz', target);
  FOR one IN
    SELECT i.indexrelid::regclass AS name, pg_get_indexdef(i.indexrelid) AS definition, i.indpred IS NOT NULL AS is_partial,
      k.conname AS constraint_name
    FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'u'
    WHERE i.indrelid = target AND i.indisunique AND NOT i.indisprimary
      AND coalesce(pg_get_expr(i.indpred, i.indrelid), '') !~ '\yarchived_at\y'
      -- What foreign keys refer to together with the identifier is no value that somebody gives.
      AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = target AND a.attname = 'id' AND a.attnum = ANY(i.indkey))
  LOOP
    IF one.constraint_name IS NULL THEN
      EXECUTE format('DROP INDEX %s', one.name);
    ELSE
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', target, one.constraint_name);
    END IF;
    EXECUTE one.definition || CASE WHEN one.is_partial THEN ' AND ' ELSE ' WHERE ' END || '(withdrawn_at IS NULL)';
  END LOOP;
  EXECUTE format('CREATE TRIGGER clear_withdrawn BEFORE UPDATE OF archived_at ON %s FOR EACH ROW
    WHEN (NEW.archived_at IS NULL AND OLD.withdrawn_at IS NOT NULL) EXECUTE FUNCTION clear_withdrawn()', target);
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = target AND tgname = 'audit_change') THEN
    -- It goes with the archive, which the log tells of.
    CALL unnotice(target, '{withdrawn_at}');
  END IF;
END
$$;

DO $$
DECLARE
  one regclass;
BEGIN
  FOR one IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'archived_at'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped ORDER BY c.relname
  LOOP
    CALL free_when_withdrawn(one);
    -- What was created by a request that was undone later, and was not touched since.
    EXECUTE format($sql$
      UPDATE %1$s t SET withdrawn_at = t.archived_at
      FROM audit_log made JOIN audit_log undone
        ON undone.entity = made.entity AND undone.entity_id = made.entity_id AND undone.action = 'undo'
          AND undone.reason = 'Deshace la solicitud ' || made.request_id
      WHERE t.archived_at IS NOT NULL AND made.entity = %1$L AND made.entity_id = t.id::text AND made.before IS NULL
        AND (undone.after ->> 'archived_at')::timestamptz = t.archived_at$sql$, one);
  END LOOP;
END
$$;

UPDATE clients SET withdrawn_at = archived_at WHERE withdrawn_folio IS NOT NULL;

-- Whoever looks for the same company does not find what was taken back.
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
        AND c.id IS DISTINCT FROM own AND c.withdrawn_at IS NULL
        AND ((c.country_id = country AND c.tax_id = tax)
          OR similarity(fold(c.legal_name), legal_folded) >= 0.6
          OR similarity(fold(c.trade_name), trade_folded) >= 0.6)
      LIMIT 99) found);
END
$$;

DROP TRIGGER count_matches_without ON clients;
CREATE TRIGGER count_matches_without AFTER UPDATE ON clients
  FOR EACH ROW WHEN (OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at) EXECUTE FUNCTION clients_count_matches();

-- Was a request undone, and when?
CREATE INDEX audit_log_undone ON audit_log (reason, at) WHERE action = 'undo';

-- Imports -----------------------------------------------------------------------------------------------------------

ALTER TABLE imports
  -- What stands for a value of the file, in all rows, by field and folded value; the empty text is a cell without one.
  ADD COLUMN replacements jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(replacements) = 'object'),
  -- What became of how many rows, once it is over: the rows themselves are kept a week.
  ADD COLUMN outcomes jsonb CHECK (jsonb_typeof(outcomes) = 'object');

UPDATE imports i SET outcomes = coalesce((
  SELECT jsonb_object_agg(outcome, count) FROM (
    SELECT outcome, count(*) FROM import_rows r WHERE r.import_id = i.id AND outcome IS NOT NULL GROUP BY outcome) counted), '{}')
WHERE finished_at IS NOT NULL;

CREATE INDEX imports_resource ON imports (resource, created_at, id);
