// Copies rows of related tables, so that a small demonstration becomes a database of any size.
import { runSql } from './pauta.mjs';

/** SQL of a value of copy `k`: ids are those of the copies, dates are earlier. */
const copyOf =
  (apart) =>
  ({ column, type, isKey, isText }) => {
    const name = `"${column}"`;
    if (isKey) return `md5(${name}::text || k)::uuid`;
    if (isText) return `${name} || '-' || k`;
    if (type === 'date') return `${name} - ${apart} * k`;
    if (type.startsWith('timestamp')) return `${name} - ${apart} * k * interval '1 day'`;
    if (type === 'daterange')
      return `daterange(lower(${name}) - ${apart} * k, upper(${name}) - ${apart} * k)`;
    if (type === 'tstzrange') {
      const earlier = (end) => `${end}(${name}) - ${apart} * k * interval '1 day'`;
      return `tstzrange(${earlier('lower')}, ${earlier('upper')})`;
    }
    return name;
  };

/**
 * Adds copies of every row of these tables. References among the tables lead to the copy of the row; texts that have to
 * be unique get the number of the copy.
 *
 * @param tables each after those that it references
 * @param apart days between two copies, a multiple of 7: each is before the one it copies, on the same weekdays
 */
export async function multiply(socket, tables, copies, apart = 28) {
  const columns = await runSql(
    socket,
    'pauta',
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
      a.attname = 'id' OR EXISTS (
        SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.atttypid = 'uuid'::regtype AND a.attnum = ANY (f.conkey)
          AND f.confrelid = ANY ('{${tables}}'::regclass[])) AS "isKey",
      a.atttypid = 'text'::regtype AND NOT EXISTS (
        -- A choice.
        SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
          AND pg_get_constraintdef(k.oid) ~ 'ANY \\(ARRAY'
      ) AND EXISTS (
        -- Columns of the key, also those in its expressions.
        SELECT FROM pg_index i, generate_series(1, i.indnkeyatts) AS n
        WHERE i.indrelid = c.oid AND i.indisunique
          AND pg_get_indexdef(i.indexrelid, n, true) ~ ('\\m' || a.attname || '\\M')
          -- With a copied key the row is another one anyway.
          AND NOT EXISTS (
            SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey && i.indkey::int2[]
              AND f.confrelid = ANY ('{${tables}}'::regclass[]))
      ) AS "isText"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.oid = ANY ('{${tables}}'::regclass[]) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`,
  );
  const statements = tables.map((table) => {
    const own = columns.filter((one) => one.table === table);
    return `INSERT INTO ${table} (${own.map(({ column }) => `"${column}"`)})
      SELECT ${own.map(copyOf(apart))} FROM ${table}, generate_series(1, ${copies}) AS k`;
  });
  await runSql(socket, 'pauta', 'SET session_replication_role = replica', ...statements, 'VACUUM ANALYZE');
}
