-- Stages of collection by days overdue, and the letters that are sent in them.

SELECT set_config('pauta.request', 'migration:0133', true), set_config('pauta.reason', 'Etapas y cartas de cobro', true);

CREATE TABLE collection_stages (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  days_from integer NOT NULL CHECK (days_from BETWEEN 1 AND 3650),
  tone text COLLATE "C" NOT NULL DEFAULT 'friendly' CHECK (tone IN ('friendly', 'firm', 'final')),
  next_action_days integer NOT NULL DEFAULT 7 CHECK (next_action_days BETWEEN 1 AND 365),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 160),
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 4000),
  is_active boolean NOT NULL DEFAULT true,
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT collection_stages_name_key UNIQUE (name),
  CONSTRAINT collection_stages_days_from_key UNIQUE (days_from)
);

CREATE INDEX collection_stages_by_name ON collection_stages ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX collection_stages_by_days_from ON collection_stages (days_from, id) WHERE archived_at IS NULL;
CREATE INDEX collection_stages_by_next_action_days ON collection_stages (next_action_days, id) WHERE archived_at IS NULL;
CREATE INDEX collection_stages_by_created_at ON collection_stages (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX collection_stages_by_updated_at ON collection_stages (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX collection_stages_tone ON collection_stages (tone, days_from, id);
CREATE INDEX collection_stages_is_active ON collection_stages (is_active, days_from, id);

CALL make_searchable('collection_stages', 'name');
CALL track('collection_stages', unnoticed => '{search_text}');
CALL free_when_withdrawn('collection_stages');
CALL restrict_app('collection_stages', 'SELECT, INSERT, UPDATE');

INSERT INTO collection_stages (name, days_from, tone, next_action_days, subject, body) VALUES
  ('Recordatorio', 1, 'friendly', 7, 'Recordatorio de pago de {cuenta}',
    E'Le recordamos que {cuenta} tiene pendientes {vencido}, vencidos desde hace {dias} días:\n\n{facturas}\n\nSi ya pagó, envíenos el comprobante para aplicarlo. Si tiene alguna diferencia con una factura, respóndanos y la revisamos.\n\n{empresa}'),
  ('Reclamo', 31, 'firm', 5, 'Facturas vencidas de {cuenta}',
    E'Al {fecha}, {cuenta} mantiene {vencido} sin pagar, con hasta {dias} días de vencido:\n\n{facturas}\n\nLe pedimos que nos confirme la fecha de pago dentro de los próximos cinco días. Mientras siga pendiente, su crédito puede quedar retenido.\n\n{empresa}'),
  ('Último aviso', 91, 'final', 3, 'Último aviso de pago a {cuenta}',
    E'Pese a nuestros avisos, {cuenta} mantiene {vencido} sin pagar, con hasta {dias} días de vencido:\n\n{facturas}\n\nSi no recibimos el pago o un acuerdo por escrito en los próximos tres días, su crédito queda retenido y el cobro pasa a gestión legal.\n\n{empresa}');

ALTER TABLE collection_cases
  ADD COLUMN stage_id uuid REFERENCES collection_stages ON DELETE RESTRICT,
  ADD COLUMN letter_sent_at timestamptz;
CREATE INDEX collection_cases_stage_id ON collection_cases (stage_id, next_action_on, id);
CREATE INDEX collection_cases_by_letter_sent_at ON collection_cases (letter_sent_at, id) WHERE letter_sent_at IS NOT NULL;

CREATE TABLE collection_letters (
  id uuid PRIMARY KEY DEFAULT new_id(),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 400),
  case_id uuid NOT NULL REFERENCES collection_cases ON DELETE RESTRICT,
  stage_id uuid NOT NULL REFERENCES collection_stages ON DELETE RESTRICT,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) <= 254),
  sent_at timestamptz NOT NULL,
  sender_id uuid NOT NULL REFERENCES users ON DELETE RESTRICT,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 20000),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX collection_letters_by_sent_at ON collection_letters (sent_at, id);
CREATE INDEX collection_letters_by_created_at ON collection_letters (created_at, id);
CREATE INDEX collection_letters_by_updated_at ON collection_letters (updated_at, id);
CREATE INDEX collection_letters_case_id ON collection_letters (case_id, sent_at, id);
CREATE INDEX collection_letters_stage_id ON collection_letters (stage_id, sent_at, id);
CREATE INDEX collection_letters_sender_id ON collection_letters (sender_id, sent_at, id);

CALL make_searchable('collection_letters', 'subject', 'recipient');
CALL track('collection_letters', unnoticed => '{search_text}');
-- What was sent stays as it was sent.
CALL restrict_app('collection_letters', 'SELECT, INSERT');
CALL leave_with_demonstration('{collection_letters}');

-- What is open, for the figures and the aging, without reading the rows; documents in instalments are read whole.
CREATE INDEX invoices_open ON invoices (currency_code, due_date) INCLUDE (id, client_id, agency_id, bill_to, issue_date, balance)
  WHERE balance > 0 AND instalments IS NULL;
CREATE INDEX invoices_open_in_parts ON invoices (currency_code) WHERE balance > 0 AND instalments IS NOT NULL;

-- The stage of a case by its days overdue: the active one with the most days that it has reached.
CREATE FUNCTION stage_after(days integer) RETURNS uuid
LANGUAGE sql STABLE AS $$
  SELECT s.id FROM collection_stages s WHERE s.is_active AND s.archived_at IS NULL AND s.days_from <= days
  ORDER BY s.days_from DESC LIMIT 1
$$;

-- As before (0117), and every open case is in the stage of its days.
CREATE OR REPLACE FUNCTION follow_overdue_accounts() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO collection_cases (name, client_id, agency_id, currency_code, overdue_since, next_action_on, opened_on, stage_id)
  SELECT o.name, o.client_id, o.agency_id, o.currency_code, o.overdue_since, business_date(), business_date(),
    stage_after(business_date() - o.overdue_since)
  FROM overdue_accounts o
  WHERE NOT EXISTS (
    SELECT FROM collection_cases c WHERE c.status = 'open' AND (c.client_id = o.client_id OR c.agency_id = o.agency_id))
  ON CONFLICT DO NOTHING;
  UPDATE collection_cases c SET name = o.name, currency_code = o.currency_code, overdue_since = o.overdue_since
  FROM overdue_accounts o
  WHERE c.status = 'open' AND (c.client_id = o.client_id OR c.agency_id = o.agency_id)
    AND (c.name, c.currency_code, c.overdue_since) IS DISTINCT FROM (o.name, o.currency_code, o.overdue_since);
  UPDATE collection_cases c SET status = 'closed', closed_on = business_date(), credit_hold = 'none'
  WHERE c.status = 'open' AND c.credit_hold <> 'held' AND NOT EXISTS (
    SELECT FROM overdue_accounts o WHERE c.client_id = o.client_id OR c.agency_id = o.agency_id);
  UPDATE collection_cases c SET stage_id = s.id
  FROM (SELECT o.id AS case_id, stage_after(business_date() - o.overdue_since) AS id FROM collection_cases o WHERE o.status = 'open') s
  WHERE s.case_id = c.id AND c.stage_id IS DISTINCT FROM s.id;
END
$$;
