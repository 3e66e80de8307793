-- Changes of many lines are logged by the id of the line: compared as text, those of two hundred took three seconds.

SELECT set_config('pauta.request', 'migration:0081', true), set_config('pauta.reason', 'Bitácora de renglones', true);

CREATE OR REPLACE FUNCTION audit_lines() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  header_column constant text := TG_ARGV[0];
  left_out constant text[] := TG_ARGV[1]::text[] || '{id}';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM log_lines(TG_TABLE_NAME, header_id, NULL, lines, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, line) AS lines FROM (
        SELECT *, log_part(sum(octet_length(line::text)) OVER (PARTITION BY header_id ORDER BY id)) AS part FROM (
          SELECT r ->> header_column AS header_id, r ->> 'id' AS id, r - left_out - header_column AS line
          FROM (SELECT to_jsonb(n) AS r FROM new_rows n) rows) lines) parts
      GROUP BY header_id, part ORDER BY header_id, part) headers;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM log_lines(TG_TABLE_NAME, header_id, lines, NULL, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, line) AS lines FROM (
        SELECT *, log_part(sum(octet_length(line::text)) OVER (PARTITION BY header_id ORDER BY id)) AS part FROM (
          SELECT r ->> header_column AS header_id, r ->> 'id' AS id, r - left_out - header_column AS line
          FROM (SELECT to_jsonb(o) AS r FROM old_rows o) rows) lines) parts
      GROUP BY header_id, part ORDER BY header_id, part) headers;
  ELSE
    PERFORM log_lines(TG_TABLE_NAME, header_id, was, becomes, 'update') FROM (
      SELECT header_id, jsonb_object_agg(id, was) AS was, jsonb_object_agg(id, becomes) AS becomes FROM (
        SELECT *, log_part(sum(octet_length(was::text) + octet_length(becomes::text))
          OVER (PARTITION BY header_id ORDER BY id)) AS part
        FROM (
          SELECT n.line ->> header_column AS header_id, n.line ->> 'id' AS id,
            jsonb_object_agg(b.key, n.was_line -> b.key) AS was, jsonb_object_agg(b.key, b.value) AS becomes
          FROM (
            -- OFFSET 0: each row becomes JSON once, not once for each of its columns.
            SELECT to_jsonb(o) AS was_line, to_jsonb(r) AS line
            FROM new_rows r JOIN old_rows o ON o.id = r.id OFFSET 0) n
            CROSS JOIN LATERAL jsonb_each(n.line) b
          WHERE b.value IS DISTINCT FROM n.was_line -> b.key AND b.key <> ALL (left_out)
          GROUP BY 1, 2) lines) parts
      GROUP BY header_id, part ORDER BY header_id, part) headers;
  END IF;
  RETURN NULL;
END
$$;
