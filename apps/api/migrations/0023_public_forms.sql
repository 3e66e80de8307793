-- Public forms as records of the back office, what they ask and say, and how many visitors open, begin and send them.

DROP TRIGGER touch_row ON public_forms;
DROP TRIGGER audit_change ON public_forms;

ALTER TABLE public_forms
  ADD COLUMN name text CHECK (char_length(name) BETWEEN 1 AND 80),
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'off')),
  ADD COLUMN intro text CHECK (char_length(intro) <= 300),
  ADD COLUMN submit_label text CHECK (char_length(submit_label) <= 40),
  ADD COLUMN shown_fields text[] NOT NULL
    DEFAULT '{trade_name,industry,website,locality,address,job,platforms,investment_band,agency,comments}'
    CHECK (shown_fields <@ '{trade_name,industry,website,locality,address,job,platforms,investment_band,agency,comments}'),
  ADD COLUMN default_country_id uuid REFERENCES countries ON DELETE RESTRICT,
  ADD COLUMN locale text COLLATE "C" NOT NULL DEFAULT 'es-419' CHECK (locale IN ('es-419', 'es-DO', 'es-MX', 'es-ES')),
  ADD COLUMN notice_version text CHECK (char_length(notice_version) BETWEEN 1 AND 20),
  ADD COLUMN notice_text text CHECK (char_length(notice_text) BETWEEN 1 AND 8000),
  ADD COLUMN theme text COLLATE "C" NOT NULL DEFAULT 'auto' CHECK (theme IN ('auto', 'light', 'dark')),
  ADD COLUMN primary_color text CHECK (primary_color ~* '^#[0-9a-f]{6}$'),
  ADD COLUMN thanks_title text CHECK (char_length(thanks_title) <= 120),
  ADD COLUMN thanks_text text CHECK (char_length(thanks_text) <= 600),
  ADD COLUMN thanks_url text CHECK (char_length(thanks_url) <= 300 AND thanks_url ~ '^https?://'),
  ADD COLUMN archived_at timestamptz,
  ALTER COLUMN key SET DEFAULT 'pk_' || encode(gen_random_bytes(10), 'hex');

-- Two forms may have had one title.
UPDATE public_forms f SET
  name = CASE WHEN (SELECT count(*) FROM public_forms o WHERE o.title = f.title) = 1
    THEN left(title, 80) ELSE left(title, 15) || ' ' || key END,
  status = CASE WHEN is_active THEN 'active' ELSE 'off' END,
  default_country_id = (SELECT id FROM countries WHERE code = coalesce(settings ->> 'default_country', 'DO')),
  locale = CASE WHEN settings ->> 'locale' IN ('es-DO', 'es-MX', 'es-ES') THEN settings ->> 'locale' ELSE 'es-419' END,
  notice_version = coalesce(settings #>> '{notice,version}', '1'),
  notice_text = coalesce(nullif(settings #>> '{notice,text}', ''), 'Usaremos estos datos solo para evaluar su solicitud.');

ALTER TABLE public_forms
  ALTER COLUMN name SET NOT NULL,
  ALTER COLUMN default_country_id SET NOT NULL,
  ALTER COLUMN notice_version SET NOT NULL,
  ALTER COLUMN notice_text SET NOT NULL,
  DROP COLUMN is_active,
  DROP COLUMN settings,
  ADD COLUMN search_text text GENERATED ALWAYS AS (fold(name || ' ' || key || ' ' || title)) STORED,
  ADD CONSTRAINT public_forms_name_key UNIQUE (name);

CREATE INDEX public_forms_by_name ON public_forms ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX public_forms_by_created_at ON public_forms (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX public_forms_by_updated_at ON public_forms (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX public_forms_status ON public_forms (status, id) WHERE archived_at IS NULL;
CREATE INDEX public_forms_default_country_id ON public_forms (default_country_id);
CREATE INDEX public_forms_search ON public_forms USING gin (search_text gin_trgm_ops);
CREATE INDEX public_forms_archived_at ON public_forms (archived_at) WHERE archived_at IS NOT NULL;

CALL track('public_forms', hidden => '{secret}', unnoticed => '{search_text}');
CALL restrict_app('public_forms', 'SELECT, INSERT, UPDATE');

-- Visitors are counted, not known: how often a form was opened and begun on the pages of an origin in a day.
CREATE TABLE public_form_days (
  public_form_id uuid NOT NULL REFERENCES public_forms ON DELETE RESTRICT,
  day date NOT NULL,
  -- Of the page; empty for pages of our own.
  origin text NOT NULL CHECK (char_length(origin) <= 300),
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  starts integer NOT NULL DEFAULT 0 CHECK (starts >= 0),
  PRIMARY KEY (public_form_id, day, origin)
);

CALL restrict_app('public_form_days', 'SELECT, INSERT, UPDATE');

-- Origin of the page a visitor sent from, as his browser said it; empty for pages of our own.
ALTER TABLE client_registrations ADD COLUMN page_origin text CHECK (char_length(page_origin) <= 300);

CREATE INDEX client_registrations_form ON client_registrations (public_form_id, received_at) WHERE public_form_id IS NOT NULL;

-- Every script that was ever pasted into a page keeps its address and its bytes, which the page holds the hash of.
CREATE TABLE widget_files (
  release text NOT NULL CHECK (release ~ '^[0-9A-Za-z.-]{1,60}$'),
  name text NOT NULL CHECK (name ~ '^[a-z-]{1,40}\.js$'),
  content bytea NOT NULL,
  brotli bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (release, name)
);

CALL restrict_app('widget_files', 'SELECT, INSERT');
