-- Finding: one search text for every table that a list shows, the words that stand in them, and the names that records
-- had before.

-- Texts as the search looks through them. First the parts as they are written, folded; after the separator (which no
-- text of a person holds) each part without spaces and signs, and once more without the zeros that fill up its numbers:
-- `CLI-0300` is also `cli0300` and `cli300`. What is looked for is written alike by `apps/api/src/search/search-words.ts`.
CREATE FUNCTION search_text(VARIADIC parts text[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded constant text := public.fold(array_to_string(parts, chr(31)));
  part text;
  plain text;
  short text;
  others text := '';
BEGIN
  FOREACH part IN ARRAY string_to_array(folded, chr(31)) LOOP
    plain := translate(part, ' -./\()[]&,;:''"+_#*!?|', '');
    short := translate(regexp_replace(part, '([a-z][-/. ]?|[0-9][-/.])0+(?=[1-9])', '\1', 'g'), ' -./\()[]&,;:''"+_#*!?|', '');
    IF plain <> part THEN
      others := others || ' ' || plain;
    END IF;
    IF short <> plain THEN
      others := others || ' ' || short;
    END IF;
  END LOOP;
  RETURN ' ' || translate(folded, chr(31), ' ') || ' ' || chr(31) || others || ' ';
END
$$;

-- A word as it sounds in Spanish: what is written b or v, s, z or c, with h or without is one.
CREATE FUNCTION word_sound(word text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(translate(
    regexp_replace(regexp_replace(regexp_replace(replace(replace(word, 'll', 'y'), 'ch', 'x'),
      'qu(?=[ei])', 'k', 'g'), 'c(?=[ei])', 's', 'g'), 'g(?=[ei])', 'j', 'g'),
    'vzcqwh', 'bskku'), '(.)\1+', '\1', 'g')
$$;

-- The words of each table's search text, to find what somebody meant who wrote one wrongly. It has no key: two
-- transactions that bring the same new word need not wait for each other, and a word twice does no harm. Words stay when
-- no record has them any more: what is suggested is looked for first.
CREATE TABLE search_words (
  source text NOT NULL,
  word text COLLATE "C" NOT NULL,
  sound text GENERATED ALWAYS AS (word_sound(word)) STORED
);
CREATE INDEX search_words_word ON search_words (word, source);
CREATE INDEX search_words_sound ON search_words USING gin (sound gin_trgm_ops);
CALL restrict_app('search_words', 'SELECT');

-- Search texts that records had and have no more: the audit log is looked through for them.
CREATE TABLE former_search_texts (
  source text NOT NULL,
  record_id uuid NOT NULL,
  search_text text NOT NULL
);
CREATE INDEX former_search_texts_record_id ON former_search_texts (record_id);
CREATE INDEX former_search_texts_search ON former_search_texts USING gin (search_text gin_trgm_ops);
CALL restrict_app('former_search_texts', 'SELECT');

-- The words in search texts: of letters alone, no shorter than anybody could miswrite.
CREATE FUNCTION search_words_of(texts text[]) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT w.word FROM unnest(texts) AS t(search_text),
    regexp_split_to_table(split_part(t.search_text, chr(31), 1), '[^a-z0-9]+') AS w(word)
  WHERE w.word ~ '^[a-z]{3,30}$'
$$;

CREATE FUNCTION new_search_words(of_table text, texts text[]) RETURNS SETOF text
LANGUAGE sql STABLE AS $$
  SELECT w FROM search_words_of(texts) AS w
  WHERE NOT EXISTS (SELECT FROM search_words k WHERE k.word = w COLLATE "C" AND k.source = of_table)
$$;

CREATE FUNCTION learn_new_search_words() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_words (source, word)
  SELECT TG_TABLE_NAME, w FROM new_search_words(TG_TABLE_NAME, ARRAY(SELECT a.search_text FROM added a)) AS w;
  RETURN NULL;
END
$$;

CREATE FUNCTION learn_changed_search_text() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_words (source, word)
  SELECT TG_TABLE_NAME, w FROM new_search_words(TG_TABLE_NAME, ARRAY[NEW.search_text]) AS w;
  IF OLD.search_text <> '' THEN
    INSERT INTO former_search_texts (source, record_id, search_text)
    SELECT TG_TABLE_NAME, OLD.id, OLD.search_text
    WHERE NOT EXISTS (SELECT FROM former_search_texts f WHERE f.record_id = OLD.id AND f.search_text = OLD.search_text);
  END IF;
  RETURN NULL;
END
$$;

-- Keeps the words and the former texts of a table that has a search text, however it gets it.
CREATE PROCEDURE watch_search_text(target regclass)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE INDEX %I ON %s USING gin (search_text gin_trgm_ops)', target || '_search', target);
  EXECUTE format('CREATE TRIGGER learn_new_search_words AFTER INSERT ON %s REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION learn_new_search_words()', target);
  EXECUTE format('CREATE TRIGGER learn_changed_search_text AFTER UPDATE ON %s FOR EACH ROW WHEN (OLD.search_text IS DISTINCT FROM NEW.search_text) EXECUTE FUNCTION learn_changed_search_text()', target);
  EXECUTE format('INSERT INTO search_words (source, word) SELECT DISTINCT %L, w FROM %s t, search_words_of(ARRAY[t.search_text]) AS w', target, target);
END
$$;

-- Makes a table searchable by these columns or expressions of its row: its search text, index, words and former texts.
-- What a list or the palette finds of a resource is what stands here; its definition names the same in `search`.
CREATE PROCEDURE make_searchable(target regclass, VARIADIC parts text[])
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s DROP COLUMN IF EXISTS search_text', target);
  EXECUTE format('ALTER TABLE %s ADD COLUMN search_text text GENERATED ALWAYS AS (search_text(%s)) STORED',
    target, array_to_string(parts, ', '));
  CALL watch_search_text(target);
END
$$;

-- Catalogues that later migrations create are searchable too.
ALTER PROCEDURE create_catalogue(name, text, text, boolean) RENAME TO create_catalogue_table;

CREATE PROCEDURE create_catalogue(catalogue name, own_columns text DEFAULT '', name_scope text DEFAULT '', fixed boolean DEFAULT false)
LANGUAGE plpgsql AS $$
BEGIN
  CALL create_catalogue_table(catalogue, own_columns, name_scope, fixed);
  CALL make_searchable(catalogue::text::regclass, 'code', 'name');
END
$$;

-- What there is --------------------------------------------------------------------------------------------------

DO $$
DECLARE
  catalogue regclass;
BEGIN
  FOR catalogue IN
    SELECT a.attrelid::regclass FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'search_text' AND a.attgenerated = 's' AND c.relnamespace = 'public'::regnamespace
      AND pg_get_expr(d.adbin, d.adrelid) = 'fold(((code || '' ''::text) || name))'
  LOOP
    CALL make_searchable(catalogue, 'code', 'name');
  END LOOP;
END
$$;

DROP INDEX users_search;
DROP INDEX roles_search;

CALL make_searchable('users', 'full_name', 'email', 'phone');
CALL make_searchable('roles', 'name', 'display_name');
CALL make_searchable('clients', 'client_code', 'company_code', 'legal_name', 'trade_name', 'tax_id', 'former_codes');
CALL make_searchable('agencies', 'agency_code', 'company_code', 'legal_name', 'trade_name', 'tax_id', 'email', 'phone', 'former_codes');
CALL make_searchable('contacts', 'first_name || '' '' || last_name', 'job_title',
  $$translate(jsonb_path_query_array(phones, '$[*].number')::text, ',[]" ', chr(31))$$,
  $$translate(jsonb_path_query_array(emails, '$[*].email')::text, ',[]" ', chr(31))$$);
CALL make_searchable('client_registrations', 'folio', 'legal_name', 'trade_name', 'tax_id', 'contact_email', 'contact_phone');
CALL make_searchable('client_social_links', 'handle', 'url');
CALL make_searchable('account_transfers', 'batch_no', 'reason');
CALL make_searchable('account_transfer_items', 'label');
CALL make_searchable('portfolio_rules', 'name');
CALL make_searchable('volume_rebates', 'name');
CALL make_searchable('signatories', 'full_name', 'national_id', 'email', 'phone');
CALL make_searchable('referrals', 'referred_name', 'referred_tax_id', 'referrer_name', 'referred_email', 'referred_phone');
CALL make_searchable('activities', 'subject', 'location');
CALL make_searchable('target_lists', 'name');
CALL make_searchable('target_list_members', 'account_name', 'prospect_tax_id');
CALL make_searchable('public_forms', 'name', 'key', 'title');

-- Possible duplicates are looked for among the registrations that are still open.
CREATE INDEX client_registrations_open_search ON client_registrations USING gin (search_text gin_trgm_ops)
  WHERE status IN ('received', 'in_review', 'info_requested');

CALL unnotice('users', '{search_text}');
CALL unnotice('roles', '{search_text}');

CREATE OR REPLACE FUNCTION client_agencies_search_text() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := (
    SELECT search_text(NEW.folio, c.trade_name, c.legal_name, c.client_code, a.trade_name, a.legal_name, a.agency_code)
    FROM clients c, agencies a WHERE c.id = NEW.client_id AND a.id = NEW.agency_id);
  RETURN NEW;
END
$$;

UPDATE client_agencies SET search_text = '';
DROP INDEX client_agencies_search;
CALL watch_search_text('client_agencies');

-- Names that records had before they were renamed, as far as the audit log tells.
INSERT INTO former_search_texts (source, record_id, search_text)
SELECT DISTINCT l.entity, l.entity_id::uuid, search_text(l.before ->> 'legal_name', l.before ->> 'trade_name', l.before ->> 'name',
  l.before ->> 'full_name', l.before ->> 'first_name', l.before ->> 'last_name', l.before ->> 'display_name',
  l.before ->> 'subject', l.before ->> 'client_code', l.before ->> 'agency_code', l.before ->> 'code')
FROM audit_log l
WHERE l.before ?| '{legal_name,trade_name,name,full_name,first_name,last_name,display_name,subject,client_code,agency_code,code}'
  AND l.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  AND EXISTS (SELECT FROM search_words k WHERE k.source = l.entity);
