-- Numbers of documents from the patterns in the settings, by company and year; each number is assigned only once.

SELECT set_config('pauta.request', 'migration:0037', true);

-- Every assigned number. Even if a pattern is changed and changed back, a number is never repeated.
CREATE TABLE given_numbers (
  id uuid PRIMARY KEY DEFAULT new_id(),
  series text COLLATE "C" NOT NULL,
  -- Null for a number that belongs to no company.
  company_id uuid REFERENCES companies ON DELETE RESTRICT,
  number text COLLATE "C" NOT NULL CHECK (char_length(number) BETWEEN 1 AND 120),
  -- The row of numbering_counters that produced it; for gapless series only.
  counter text COLLATE "C" NOT NULL,
  -- 0 for a number whose pattern has no year.
  year integer NOT NULL CHECK (year BETWEEN 0 AND 9999),
  count integer NOT NULL CHECK (count > 0),
  CONSTRAINT given_numbers_once UNIQUE NULLS NOT DISTINCT (series, company_id, number)
);

CREATE INDEX given_numbers_by_count ON given_numbers (counter, year, count);
CREATE INDEX given_numbers_company_id ON given_numbers (company_id) WHERE company_id IS NOT NULL;
COMMENT ON TABLE given_numbers IS 'Números de documentos';

-- When one company is merged into another, the numbers of both belong to the remaining one.
CALL restrict_app('given_numbers', 'SELECT, INSERT, UPDATE (company_id)');

INSERT INTO given_numbers (series, number, counter, year, count)
SELECT series, folio, split_part(folio, '-', 1), split_part(folio, '-', 2)::integer, split_part(folio, '-', 3)::integer
FROM (
  SELECT 'registration', folio FROM client_registrations
  UNION ALL SELECT 'authorisation', folio FROM client_agencies
  UNION ALL SELECT 'transfer', batch_no FROM account_transfers
  UNION ALL SELECT 'credit_proposal', folio FROM credit_proposals
) AS former (series, folio);

-- The count of a pattern without a year starts after the highest number of its series, of any year.
CREATE FUNCTION first_count(counter text, year integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT 1 + coalesce(
    (SELECT max(g.count) FROM given_numbers g WHERE g.counter = first_count.counter AND g.year = first_count.year),
    (SELECT max(g.count) FROM given_numbers g WHERE g.counter = first_count.counter AND first_count.year = 0),
    0)
$$;

-- Folios of registrations use a pattern of the settings too.
ALTER TABLE client_registrations DROP CONSTRAINT client_registrations_folio_check,
  ADD CONSTRAINT client_registrations_folio_check CHECK (char_length(folio) BETWEEN 1 AND 40);
ALTER TABLE client_agencies DROP CONSTRAINT client_agencies_folio_check,
  ADD CONSTRAINT client_agencies_folio_check CHECK (char_length(folio) BETWEEN 1 AND 40);
ALTER TABLE account_transfers DROP CONSTRAINT account_transfers_batch_no_check,
  ADD CONSTRAINT account_transfers_batch_no_check CHECK (char_length(batch_no) BETWEEN 1 AND 40);
ALTER TABLE credit_proposals DROP CONSTRAINT credit_proposals_folio_check,
  ADD CONSTRAINT credit_proposals_folio_check CHECK (char_length(folio) BETWEEN 1 AND 40);
ALTER TABLE clients DROP CONSTRAINT clients_withdrawn_folio_check,
  ADD CONSTRAINT clients_withdrawn_folio_check CHECK (char_length(withdrawn_folio) BETWEEN 1 AND 40);

DROP FUNCTION next_folio(text);

-- "Órdenes de implementación" are the work orders.
UPDATE settings SET key = 'numbering.work_order' WHERE key = 'numbering.implementation';
