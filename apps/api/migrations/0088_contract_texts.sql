-- Texts of contracts: the terms with which contracts are signed, as texts with fields.

SELECT set_config('pauta.request', 'migration:0088', true), set_config('pauta.reason', 'Textos de contratos', true);

CREATE TABLE contract_texts (
  id uuid PRIMARY KEY DEFAULT new_id(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  company_id uuid REFERENCES companies ON DELETE RESTRICT,
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'in_use', 'withdrawn')),
  used_on date,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 40000),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users ON DELETE RESTRICT,
  row_version integer NOT NULL DEFAULT 1
);

CREATE INDEX contract_texts_by_name ON contract_texts ((sort_key(name) COLLATE "C"), id) WHERE archived_at IS NULL;
CREATE INDEX contract_texts_by_status ON contract_texts (status, id) WHERE archived_at IS NULL;
CREATE INDEX contract_texts_by_used_on ON contract_texts (used_on, id) WHERE archived_at IS NULL AND used_on IS NOT NULL;
CREATE INDEX contract_texts_by_created_at ON contract_texts (created_at, id) WHERE archived_at IS NULL;
CREATE INDEX contract_texts_by_updated_at ON contract_texts (updated_at, id) WHERE archived_at IS NULL;
CREATE INDEX contract_texts_company_id ON contract_texts (company_id, created_at, id);
CREATE INDEX contract_texts_status ON contract_texts (status, created_at, id);
-- One for each company, and one for all others.
CREATE UNIQUE INDEX contract_texts_one_in_use ON contract_texts (company_id) NULLS NOT DISTINCT
  WHERE status = 'in_use' AND archived_at IS NULL;

CALL make_searchable('contract_texts', 'name');
CALL track('contract_texts', unnoticed => '{search_text}');
CALL free_when_withdrawn('contract_texts');
CALL restrict_app('contract_texts', 'SELECT, INSERT, UPDATE');
CALL make_document('contract_texts', 'status', '{"in_use","withdrawn"}', '{}');
CALL leave_with_demonstration('{contract_texts}');

-- Without one, a contract is sent to be signed with the text that is in use then.
ALTER TABLE contracts ADD COLUMN text_id uuid REFERENCES contract_texts ON DELETE RESTRICT;
CREATE INDEX contracts_text_id ON contracts (text_id) WHERE text_id IS NOT NULL;

INSERT INTO permissions (name, module, label) VALUES
  ('contracts.configure', 'Contratos', 'Administrar los textos y los documentos requeridos de contratos');
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, 'contracts.configure' FROM roles r WHERE r.name IN ('admin', 'sales_manager') AND r.archived_at IS NULL;
