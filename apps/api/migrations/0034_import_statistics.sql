-- The planner knows of a table what its last ANALYZE found, and autovacuum comes once a minute. Until then a table that
-- an import fills counts as empty: whatever index comes first is read whole, for each row.
CREATE FUNCTION analyze_table(target regclass) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ANALYZE (SKIP_LOCKED) %s', target);
END
$$;
