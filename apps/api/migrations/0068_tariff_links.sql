-- Public pages of price lists: links that open the tariff of a current list to anybody who has them.

SELECT set_config('pauta.request', 'migration:0068', true), set_config('pauta.reason', 'Tarifas públicas', true);

-- Not under track: the hash of a token does not belong in the log; publishing and withdrawing are events of the list.
CREATE TABLE tariff_links (
  id uuid PRIMARY KEY DEFAULT new_id(),
  price_list_id uuid NOT NULL REFERENCES price_lists ON DELETE RESTRICT,
  -- SHA-256 of the token in the link; the token itself is nowhere in clear.
  token_hash bytea CHECK (octet_length(token_hash) = 32),
  -- Instead of a token: an address that stays the same from one political list to the next.
  public_path text COLLATE "C" CHECK (public_path ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(public_path) BETWEEN 3 AND 40),
  -- Of the list, which no longer changes it.
  valid daterange NOT NULL CHECK (NOT isempty(valid)),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE RESTRICT,
  revoked_at timestamptz,
  CONSTRAINT tariff_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT tariff_links_one_address CHECK (num_nonnulls(token_hash, public_path) = 1),
  -- An address leads to one list on each day.
  CONSTRAINT tariff_links_one_list EXCLUDE USING gist (public_path WITH =, valid WITH &&) WHERE (revoked_at IS NULL)
);
-- One link of a list is open at a time: a new one takes the place of the last.
CREATE UNIQUE INDEX tariff_links_open ON tariff_links (price_list_id) WHERE revoked_at IS NULL;
CREATE INDEX tariff_links_price_list_id ON tariff_links (price_list_id, created_at);
CREATE INDEX tariff_links_created_by ON tariff_links (created_by) WHERE created_by IS NOT NULL;
CALL restrict_app('tariff_links', 'SELECT, INSERT, UPDATE (revoked_at)');

-- Leaving the demonstration deletes what refers to price lists and spaces with them.
DO $$
DECLARE
  definition text := pg_get_functiondef('leave_demonstration()'::regprocedure);
  target text;
BEGIN
  FOREACH target IN ARRAY '{price_rules,tariff_links,capacity_exceptions,inventory_item_allowed_articles,inventory_item_target_ages,inventory_item_target_nses}'::text[] LOOP
    IF definition !~ ('[,{\s]' || target || '[,}\s]') THEN
      definition := replace(definition, 'price_lists,', 'price_lists,' || target || ',');
    END IF;
    IF definition !~ ('[,{\s]' || target || '[,}\s]') THEN
      RAISE EXCEPTION 'leave_demonstration() does not delete %', target;
    END IF;
  END LOOP;
  EXECUTE definition;
END
$$;
