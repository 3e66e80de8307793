-- How many entries of the audit are not in its chain yet. The number above which to look is read first: with a subquery in
-- its place the planner assumes a third of the log, and reads the whole chain beside it.
CREATE FUNCTION audit_unsealed() RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  settled bigint := (SELECT settled_id FROM audit_head);
BEGIN
  RETURN (SELECT count(*) FROM audit_log l
    WHERE l.id > settled AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = l.id));
END
$$;
