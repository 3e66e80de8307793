-- Who leaves hands over what is open: a finished activity, referral, account of a target list or target list stays with
-- who did it. What is finished is said by the resource (`finished` in packages/domain) and held to it by a test.

ALTER TABLE owner_columns
  ADD COLUMN state_column text,
  ADD COLUMN finished_states text[] NOT NULL DEFAULT '{}',
  ADD CHECK ((state_column IS NULL) = (finished_states = '{}'));

UPDATE owner_columns o SET state_column = f.state_column, finished_states = f.states
FROM (VALUES
  ('activities', 'status', '{done,cancelled}'::text[]),
  ('referrals', 'status', '{converted,discarded,expired}'),
  ('target_lists', 'status', '{closed}'),
  ('target_list_members', 'state', '{won,discarded}')) AS f (table_name, state_column, states)
WHERE o.table_name = f.table_name;

-- A record is not given to somebody who left, nor taken up again while it is his. The lock makes it and a deactivation
-- of its owner take turns: whichever comes second sees the first.
CREATE OR REPLACE FUNCTION check_owner_stays() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  owner_column text;
  owner uuid;
  person text;
  rule owner_columns;
BEGIN
  FOREACH owner_column IN ARRAY TG_ARGV LOOP
    owner := (to_jsonb(NEW) ->> owner_column)::uuid;
    CONTINUE WHEN owner IS NULL;
    IF TG_OP = 'UPDATE' AND owner IS NOT DISTINCT FROM (to_jsonb(OLD) ->> owner_column)::uuid THEN
      SELECT * INTO rule FROM owner_columns WHERE table_name = TG_TABLE_NAME AND column_name = owner_column;
      CONTINUE WHEN rule.state_column IS NULL
        OR NOT (to_jsonb(OLD) ->> rule.state_column) = ANY (rule.finished_states)
        OR (to_jsonb(NEW) ->> rule.state_column) = ANY (rule.finished_states);
    END IF;
    SELECT status INTO person FROM users WHERE id = owner FOR SHARE;
    IF person = 'inactive' THEN
      RAISE EXCEPTION '% of % is inactive', owner_column, TG_TABLE_NAME
        USING ERRCODE = 'check_violation', CONSTRAINT = 'owner_is_not_inactive', TABLE = TG_TABLE_NAME, COLUMN = owner_column;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION check_owns_nothing() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  owned record;
  found_one boolean;
BEGIN
  FOR owned IN SELECT * FROM owner_columns ORDER BY table_name, column_name LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1 AND %s)', owned.table_name, owned.column_name,
      CASE WHEN owned.state_column IS NULL THEN 'true' ELSE format('%I <> ALL ($2)', owned.state_column) END)
      INTO found_one USING NEW.id, owned.finished_states;
    IF found_one THEN
      RAISE EXCEPTION 'user % still is % of a row of %', NEW.id, owned.column_name, owned.table_name
        USING ERRCODE = 'check_violation', CONSTRAINT = 'users_inactive_owns_nothing', TABLE = 'users';
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  guarded record;
BEGIN
  FOR guarded IN
    SELECT table_name, column_name, state_column FROM owner_columns WHERE state_column IS NOT NULL
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER check_owner_stays AFTER INSERT OR UPDATE OF %I, %I ON %I FOR EACH ROW EXECUTE FUNCTION check_owner_stays(%L)',
      guarded.column_name, guarded.state_column, guarded.table_name, guarded.column_name);
  END LOOP;
END
$$;

-- Who closed the list of what is to be set up, once all of it was done.
CREATE TABLE setup_dismissals (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now()
);
CALL restrict_app('setup_dismissals', 'SELECT, INSERT');
