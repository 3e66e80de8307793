-- The document of each version of a contract, as it was first made: the same bytes for ever.

SELECT set_config('pauta.request', 'migration:0082', true), set_config('pauta.reason', 'Documento de cada versión de un contrato', true);

CREATE TABLE contract_documents (
  contract_id uuid NOT NULL,
  version integer NOT NULL,
  sha256 text NOT NULL,
  -- PDF, which is compressed already.
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (contract_id, version),
  CONSTRAINT contract_documents_sha256_key UNIQUE (sha256),
  CONSTRAINT contract_documents_sha256 CHECK (sha256 = encode(sha256(bytes), 'hex')),
  FOREIGN KEY (contract_id, version) REFERENCES contract_versions (contract_id, version) ON DELETE RESTRICT
);
ALTER TABLE contract_documents ALTER COLUMN bytes SET STORAGE EXTERNAL;
CALL restrict_app('contract_documents', 'SELECT, INSERT');

-- The public page finds a version by its hash.
CREATE INDEX contract_versions_hash_idx ON contract_versions (hash);

CALL leave_with_demonstration('{contract_documents}');
