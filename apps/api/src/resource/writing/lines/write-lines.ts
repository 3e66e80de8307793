import type { Line } from '@pauta/domain/document/document.ts';
import sql, { raw } from 'sql-template-tag';
import { preparedStatement, type Transaction } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { type LineTable, quoted } from '../../table.ts';
import { columnJson } from '../column-json.ts';
import { type ChangedLines, usedId } from './judge-lines.ts';

/** Columns of a line that are written; the database computes the others. */
const writtenColumns = ({ columns, line }: LineTable): string[] => [
  'position',
  ...(line.within === undefined ? [] : [line.by]),
  ...columns
    .filter(([name, { options }]) => !options.computed && (!options.readOnly || line.derived.includes(name)))
    .map(([name]) => name),
];

const rowOf = (table: LineTable, line: Line): Record<string, unknown> => {
  const { within, by } = table.line;
  const row = {
    ...columnJson(table, line),
    position: line.position,
    ...(within !== undefined && { [by]: line[by] }),
  };
  const all: Record<string, unknown> = row;
  return Object.fromEntries(writtenColumns(table).map((name) => [name, all[name] ?? null]));
};

/** The rows that a change writes, and the lines it deletes. */
interface LineWrites {
  readonly table: LineTable;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly drops: readonly string[];
}

/** The lines to be written, without the unchanged ones. */
export const lineWrites = (lines: readonly ChangedLines[]): LineWrites[] =>
  lines.flatMap(({ table, before, after }): LineWrites[] => {
    const was = new Map(before.map((line) => [line.id, JSON.stringify(rowOf(table, line))]));
    const kept = new Set(after.map(({ id }) => id));
    const rows = after.flatMap((line) => {
      const row = rowOf(table, line);
      return was.get(line.id) === JSON.stringify(row) ? [] : [{ id: line.id, ...row }];
    });
    const drops = before.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
    return rows.length + drops.length === 0 ? [] : [{ table, rows, drops }];
  });

const identifiers = (names: readonly string[]) => raw(names.map(quoted).join(', '));

const put = async (tx: Transaction, headerId: string, { table, rows }: LineWrites): Promise<void> => {
  if (rows.length === 0) return;
  const header = table.line.header;
  const name = raw(quoted(table.name));
  const own = writtenColumns(table);
  const columns = identifiers(['id', header, ...own]);
  const given = JSON.stringify(rows.map((row) => ({ ...row, [header]: headerId })));
  const written = await tx.query<{ id: string }>(
    preparedStatement(sql`
      INSERT INTO ${name} AS t (${columns})
      SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${given}::jsonb)
      ON CONFLICT (id) DO UPDATE SET ${raw(own.map((one) => `${quoted(one)} = excluded.${quoted(one)}`).join(', '))}
        WHERE t.${raw(quoted(header))} = excluded.${raw(quoted(header))}
      RETURNING t.id`),
  );
  if (written.length === rows.length) return;
  // A line of another document has this id; the message must not reveal that document.
  const done = new Set(written.map(({ id }) => id));
  const refused = rows.map(({ id }) => String(id)).filter((id) => !done.has(id));
  throw invalid(Object.fromEntries(refused.map((id) => [`${table.line.name}.${id}.id`, [usedId(table)]])));
};

/**
 * Writes the lines of a document whose header the transaction has written: for each kind of lines one statement deletes
 * and another inserts or updates, however many they are.
 *
 * @throws Problem 422 for an id that a line of another document already has
 */
export const writeLines = async (
  tx: Transaction,
  headerId: string,
  writes: readonly LineWrites[],
): Promise<void> => {
  for (const { table, drops } of writes.toReversed()) {
    if (drops.length === 0) continue;
    await tx.query(
      preparedStatement(sql`
        DELETE FROM ${raw(quoted(table.name))}
        WHERE ${raw(quoted(table.line.header))} = ${headerId}::uuid AND id = ANY(${drops}::uuid[])`),
    );
  }
  for (const one of writes) await put(tx, headerId, one);
};
