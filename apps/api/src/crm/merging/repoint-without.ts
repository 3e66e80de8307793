import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { inSavepoint } from '../../platform/database/in-savepoint.ts';
import type { Use } from '../../resource/reading/uses.ts';
import { quoted } from '../../resource/table.ts';
import { isRepeated, type Replacement, repoint } from '../../resource/writing/repoint.ts';

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

/** Runs `work` in a savepoint; if two rows become equal, rolls back and returns false. */
const succeeds = async (tx: Transaction, work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await inSavepoint(tx, work);
  } catch (error) {
    if (!isRepeated(error)) throw error;
    return false;
  }
  return true;
};

/** Maximum number of rows handled one by one; more are not plausible. */
const mostSingly = 500;

/**
 * Like {@link repoint}, where the target may already have an equal row: its main row stays the main one, and `repeated`
 * decides about a row that would be duplicated.
 *
 * @param repeated `fold`: it is deleted, because it adds nothing; `stay`: it stays with the archived record
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
  // A row without a primary key cannot be handled individually: the refusal applies to the whole.
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
