import { isDocument } from '@pauta/domain/resource/lines.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { sqlState, type Transaction } from '../../platform/database/database.ts';
import type { Use } from '../reading/uses.ts';
import { quoted } from '../table.ts';

/** One record that replaces another. */
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

/** Condition on the row `alias` that the record may change: a frozen document keeps its references. */
const isLiving = (resource: Resource | undefined, alias: string): Sql => {
  if (!resource || !isDocument(resource) || !resource.freeze || resource.state === undefined)
    return raw('true');
  return sql`${raw(`${alias}.${quoted(resource.state)}`)} <> ALL(${resource.freeze.from}::text[])`;
};

/** Documents are locked in the order of their ids before their lines are changed. */
const repointLines = async (
  tx: Transaction,
  { column, resource, lines }: Use,
  { id, into }: Replacement,
): Promise<number> => {
  if (!lines || !resource) return 0;
  const [name, target, header] = [
    raw(quoted(lines.name)),
    raw(quoted(column)),
    raw(quoted(lines.line.header)),
  ];
  const documents = raw(quoted(resource.name));
  const held = await tx.query<{ id: string }>(sql`
    SELECT h.id FROM ${documents} h
    WHERE h.id IN (SELECT ${header} FROM ${name} WHERE ${target} = ${id}::uuid) AND ${isLiving(resource, 'h')}
    ORDER BY h.id FOR NO KEY UPDATE`);
  const ids = held.map((one) => one.id);
  await tx.query(
    sql`UPDATE ${documents} SET lines_xact = pg_current_xact_id() WHERE id = ANY(${ids}::uuid[])`,
  );
  return counted(
    tx,
    sql`UPDATE ${name} SET ${target} = ${into}::uuid WHERE ${target} = ${id}::uuid AND ${header} = ANY(${ids}::uuid[])`,
  );
};

/** If a record has links to both, they become one link. */
const repointLinks = async (
  tx: Transaction,
  { table, column, link, resource }: Use,
  { id, into }: Replacement,
): Promise<number> => {
  if (!link || !resource) return 0;
  const [name, target, owner] = [raw(quoted(table)), raw(quoted(column)), raw(quoted(link.owner))];
  // Rows of a link table are part of their record, so changing them makes a new version of it.
  await tx.query(sql`
    UPDATE ${raw(quoted(resource.name))} h SET links_changed_at = clock_timestamp()
    WHERE h.id IN (SELECT ${owner} FROM ${name} WHERE ${target} = ${id}::uuid) AND ${isLiving(resource, 'h')}`);
  const living = sql`EXISTS (
    SELECT FROM ${raw(quoted(resource.name))} h WHERE h.id = l.${owner} AND ${isLiving(resource, 'h')})`;
  const doubled = await counted(
    tx,
    sql`DELETE FROM ${name} l WHERE l.${target} = ${id}::uuid AND ${living}
      AND EXISTS (SELECT FROM ${name} o WHERE o.${owner} = l.${owner} AND o.${target} = ${into}::uuid)`,
  );
  const moved = await counted(
    tx,
    sql`UPDATE ${name} l SET ${target} = ${into}::uuid WHERE l.${target} = ${id}::uuid AND ${living}`,
  );
  return doubled + moved;
};

/**
 * Changes every row that refers through `use` to one record to refer to the other. Frozen documents, and records that
 * keep their references, are not changed.
 *
 * @returns how many rows changed
 * @throws the database error when two rows would become equal (see {@link isRepeated})
 */
export const repoint = async (tx: Transaction, use: Use, replacement: Replacement): Promise<number> => {
  if (use.resource?.keepsReferences) return 0;
  const { id, into } = replacement;
  const [table, column] = [raw(quoted(use.table)), raw(quoted(use.column))];
  if (use.link) return repointLinks(tx, use, replacement);
  if (use.lines) return repointLines(tx, use, replacement);
  return counted(
    tx,
    sql`UPDATE ${table} t SET ${column} = ${into}::uuid WHERE t.${column} = ${id}::uuid AND ${isLiving(use.resource, 't')}`,
  );
};

/** Whether the error says that two rows became equal by replacing the reference. */
export const isRepeated = (error: unknown): boolean => ['23505', '23P01'].includes(sqlState(error) ?? '');
