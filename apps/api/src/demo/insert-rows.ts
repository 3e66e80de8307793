import sql, { join, raw } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { quoted } from '../resource/table.ts';

/** Column values of a row, as JSON. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows per statement; statement triggers run once for each. */
const most = 2000;

/** Inserts rows that all have the same columns; missing columns get their default. */
export const insertRows = async (database: Queryable, table: string, rows: readonly Row[]): Promise<void> => {
  const columns = join(
    Object.keys(rows[0] ?? {}).map((name) => raw(quoted(name))),
    ', ',
  );
  for (let start = 0; start < rows.length; start += most) {
    await database.query(sql`
      INSERT INTO ${raw(quoted(table))} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${raw(quoted(table))}, ${JSON.stringify(rows.slice(start, start + most))}::json)`);
  }
};
