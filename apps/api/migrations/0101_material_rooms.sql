-- Rooms in which somebody of the client delivers the material of a contract, without an account.

SELECT set_config('pauta.request', 'migration:0101', true), set_config('pauta.reason', 'Página del cliente para el material', true);

CREATE TABLE material_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  contract_id uuid NOT NULL REFERENCES contracts ON DELETE RESTRICT,
  recipient text NOT NULL CHECK (char_length(recipient) BETWEEN 1 AND 160),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  expires_on date NOT NULL,
  closed_at timestamptz,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1,
  CONSTRAINT material_links_token_hash_key UNIQUE (token_hash),
  UNIQUE (contract_id, id)
);
CREATE INDEX material_links_created_by ON material_links (created_by) WHERE created_by IS NOT NULL;
CALL track('material_links', key => 'contract_id', hidden => '{token_hash}');
CALL restrict_app('material_links', 'SELECT, INSERT, UPDATE (closed_at)');

-- Every visit and act of those who deliver: it only grows.
CREATE TABLE material_room_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contract_id uuid NOT NULL,
  link_id uuid NOT NULL,
  act text COLLATE "C" NOT NULL CHECK (act IN ('opened', 'answered', 'delivered', 'submitted')),
  ip inet,
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (contract_id, link_id) REFERENCES material_links (contract_id, id) ON DELETE RESTRICT
);
CREATE INDEX material_room_log_link_id ON material_room_log (contract_id, link_id, id);
CALL restrict_app('material_room_log', 'SELECT, INSERT');

-- Somebody without an account uploads too.
ALTER TABLE uploads
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN material_link_id uuid REFERENCES material_links ON DELETE CASCADE,
  ADD CONSTRAINT uploads_owner_check CHECK (num_nonnulls(user_id, material_link_id) = 1);
CREATE INDEX uploads_material_link_id ON uploads (material_link_id, created_at) WHERE material_link_id IS NOT NULL;

ALTER TABLE tech_sheets
  -- Who of the client sent it to review from the room, and when.
  ADD COLUMN client_approved_by text CHECK (char_length(client_approved_by) BETWEEN 1 AND 160),
  ADD COLUMN client_approved_at timestamptz,
  ADD COLUMN reminded_at timestamptz,
  ADD CONSTRAINT tech_sheets_client_approval CHECK ((client_approved_by IS NULL) = (client_approved_at IS NULL));

-- How many of the files that a sheet requires were delivered: "2 de 3"; null if it requires none.
CREATE FUNCTION materials(sheet tech_sheets) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT count(*) FILTER (WHERE is_done) || ' de ' || count(*) FROM tech_sheet_items
  WHERE tech_sheet_id = sheet.id AND is_required AND type IN ('video', 'image', 'audio', 'document') HAVING count(*) > 0
$$;

CALL leave_with_demonstration('{material_links,material_room_log}');
