import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { quoted, type ResourceTable } from '../../resource/table.ts';

/** A unique index of a table. */
interface UniqueIndex {
  readonly name: string;
  readonly expressions: readonly string[];
  /** Two rows without a value count as the same. */
  readonly nulls_equal: boolean;
  readonly predicate: string | null;
}

/** A row as it will be stored, for comparison with the table. */
export interface Candidate {
  readonly line: number;
  /** The record to change; null for a new one. */
  readonly id: string | null;
  readonly row: Readonly<Record<string, unknown>>;
}

/** The value of a row in a unique index. */
export interface UniqueValue {
  readonly line: number;
  /** Name of the index. */
  readonly name: string;
  /** Equal for equal values. */
  readonly hash: string;
  /** Another record has it already. */
  readonly taken: boolean;
}

const readIndexes = (tx: Queryable, table: ResourceTable): Promise<UniqueIndex[]> =>
  tx.query<UniqueIndex>(sql`
    SELECT c.relname AS name, i.indnullsnotdistinct AS nulls_equal, pg_get_expr(i.indpred, i.indrelid) AS predicate,
      ARRAY(SELECT pg_get_indexdef(i.indexrelid, k, true) FROM generate_series(1, i.indnkeyatts) k ORDER BY k) AS expressions
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = ${table.name}::regclass AND i.indisunique AND NOT i.indisprimary AND NOT i.indisexclusion
    ORDER BY c.relname`);

const check = (table: ResourceTable, index: UniqueIndex, place: number): Sql => {
  const values = index.expressions.map((expression, n) => `${expression} AS e${n}`).join(', ');
  const names = index.expressions.map((_, n) => `e${n}`);
  const where = raw(index.predicate ?? 'true');
  const same = names.map((name) =>
    index.nulls_equal
      ? `(x.${name} = k.${name} OR (x.${name} IS NULL AND k.${name} IS NULL))`
      : `x.${name} = k.${name}`,
  );
  const complete = index.nulls_equal ? 'true' : names.map((name) => `k.${name} IS NOT NULL`).join(' AND ');
  return sql`
    SELECT k.line, ${raw(`'${index.name.replaceAll("'", "''")}'`)} AS name,
      md5(${raw(`jsonb_build_array(${names.map((name) => `k.${name}::text`).join(', ')})`)}::text) AS hash,
      EXISTS (
        SELECT FROM (SELECT ${raw('id AS other_id')}, ${raw(values)} FROM ${raw(quoted(table.name))} WHERE ${where}) x
        WHERE ${raw(same.join(' AND '))} AND x.other_id IS DISTINCT FROM k.own) AS taken
    FROM (
      SELECT g.line, g.own, q.* FROM given g
      CROSS JOIN LATERAL (SELECT ${raw(values)} FROM (SELECT (g.made).*) made WHERE ${where}) q) k
    WHERE ${raw(complete)} AND ${raw(String(place))} >= 0`;
};

/**
 * Values of these rows that no other record may have, according to the unique indexes of the table, in one query.
 *
 * @param candidates each with all columns of the indexes
 * @param faultyOf columns of a row with an invalid value: indexes over them are skipped
 */
export const readUniqueValues = async (
  tx: Queryable,
  table: ResourceTable,
  candidates: readonly Candidate[],
  faultyOf: (line: number) => readonly string[] = () => [],
): Promise<UniqueValue[]> => {
  if (candidates.length === 0) return [];
  const indexes = await readIndexes(tx, table);
  if (indexes.length === 0) return [];
  const found = await tx.query<UniqueValue>(sql`
    WITH given AS MATERIALIZED (
      SELECT w.line, w.id AS own, jsonb_populate_record(NULL::${raw(quoted(table.name))}, w.row) AS made
      FROM jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) AS w(line integer, id uuid, row jsonb))
    ${join(
      indexes.map((index, place) => check(table, index, place)),
      ' UNION ALL ',
    )}`);
  const namesIn = new Map(
    indexes.map(({ name, expressions }) => [name, new Set(expressions.join(' ').match(/\w+/g))]),
  );
  return found.filter(({ line, name }) => !faultyOf(line).some((column) => namesIn.get(name)?.has(column)));
};
