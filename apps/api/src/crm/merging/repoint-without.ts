import sql, { raw, type Sql } from 'sql-template-tag';
import { sqlState, type Transaction } from '../platform/database.ts';
import { quoted } from './table.ts';
import type { Use } from './uses.ts';

/** One record takes the place of another. */
export interface Replacement {
  readonly id: string;
  readonly into: string;
}

const counted = async (tx: Transaction, change: Sql): Promise<number> =>
  (
    await tx.one<{ count: number }>(
      sql`WITH changed AS (${change} RETURNING 1) SELECT count(*)::integer AS count FROM changed`,
    )
  )?.count ?? 0;

/** Links of one record to both become one link. */
const repointLinks = async (
  tx: Transaction,
  { table, column, link, resource }: Use,
  { id, into }: Replacement,
): Promise<number> => {
  if (!link || !resource) return 0;
  const [name, target, owner] = [raw(quoted(table)), raw(quoted(column)), raw(quoted(link.owner))];
  // Rows of a link table are part of their record: that they changed is a new version of it.
  await tx.query(sql`
    UPDATE ${raw(quoted(resource.name))} SET links_changed_at = clock_timestamp()
    WHERE id IN (SELECT ${owner} FROM ${name} WHERE ${target} = ${id}::uuid)`);
  const doubled = await counted(
    tx,
    sql`DELETE FROM ${name} l WHERE l.${target} = ${id}::uuid
      AND EXISTS (SELECT FROM ${name} o WHERE o.${owner} = l.${owner} AND o.${target} = ${into}::uuid)`,
  );
  const moved = await counted(
    tx,
    sql`UPDATE ${name} SET ${target} = ${into}::uuid WHERE ${target} = ${id}::uuid`,
  );
  return doubled + moved;
};

/**
 * Makes every row that refers through `use` to one record refer to the other, in one statement.
 *
 * @returns how many rows changed
 * @throws the error of the database when two rows would become the same (see {@link isRepeated})
 */
export const repoint = async (tx: Transaction, use: Use, replacement: Replacement): Promise<number> => {
  const { id, into } = replacement;
  const [table, column] = [raw(quoted(use.table)), raw(quoted(use.column))];
  return use.link
    ? repointLinks(tx, use, replacement)
    : counted(tx, sql`UPDATE ${table} SET ${column} = ${into}::uuid WHERE ${column} = ${id}::uuid`);
};

/** Did two rows that differ only by what they refer to come to refer to the same? */
export const isRepeated = (error: unknown): boolean => ['23505', '23P01'].includes(sqlState(error) ?? '');

/** Columns that at most one row of a record may have set: the first of both records keeps it. */
const marks = ['is_primary', 'is_default', 'is_main_contact'];

const columnsOf = async (tx: Transaction, table: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx.query<{ name: string }>(sql`
        SELECT attname AS name FROM pg_attribute
        WHERE attrelid = ${quoted(table)}::regclass AND attnum > 0 AND NOT attisdropped`)
    ).map(({ name }) => name),
  );

/** Runs `work`; when it makes two rows the same, takes it back and answers false. */
const succeeds = async (tx: Transaction, work: () => Promise<unknown>): Promise<boolean> => {
  await tx.query(sql`SAVEPOINT repoint`);
  try {
    await work();
  } catch (error) {
    if (!isRepeated(error)) throw error;
    await tx.query(sql`ROLLBACK TO SAVEPOINT repoint`);
    return false;
  }
  await tx.query(sql`RELEASE SAVEPOINT repoint`);
  return true;
};

/** Rows that are looked at one by one; more of them are more than a person can have meant. */
const mostSingly = 500;

/**
 * Like {@link repoint}, where rows may meet their like at the other record: the one that is the main one there stays it,
 * and what becomes of a row that would be repeated is told.
 *
 * @param repeated `fold`: it goes, because it says nothing that the other does not say; `stay`: it stays where it is
 * @throws the error of the database when a row cannot be moved
 */
export const repointWithout = async (
  tx: Transaction,
  use: Use,
  replacement: Replacement,
  repeated: 'fold' | 'stay' | 'refuse',
): Promise<number> => {
  let moved = 0;
  const together = await succeeds(tx, async () => {
    moved = await repoint(tx, use, replacement);
  });
  if (together) return moved;
  const columns = await columnsOf(tx, use.table);
  const [table, column] = [raw(quoted(use.table)), raw(quoted(use.column))];
  // Without a name of its own a row cannot be handled singly: the refusal of the whole stands.
  if (!columns.has('id')) return repoint(tx, use, replacement);
  const rows = await tx.query<{ id: string }>(sql`
    SELECT id FROM ${table} WHERE ${column} = ${replacement.id}::uuid ORDER BY id LIMIT ${mostSingly + 1}`);
  if (rows.length > mostSingly) return repoint(tx, use, replacement);
  const unmarked = marks.filter((name) => columns.has(name)).map((name) => `, ${quoted(name)} = false`);
  let stayed = 0;
  for (const { id } of rows) {
    const move = (more = '') =>
      tx.query(
        sql`UPDATE ${table} SET ${column} = ${replacement.into}::uuid${raw(more)} WHERE id = ${id}::uuid`,
      );
    const done =
      (await succeeds(tx, () => move())) ||
      (unmarked.length > 0 && (await succeeds(tx, () => move(unmarked.join('')))));
    if (done) continue;
    if (repeated === 'fold') await tx.query(sql`DELETE FROM ${table} WHERE id = ${id}::uuid`);
    else if (repeated === 'stay') stayed += 1;
    else await move();
  }
  return rows.length - stayed;
};
