import { users } from '@pauta/domain/admin/user.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database.ts';
import { quoted } from '../resource/table.ts';

/** Records that are somebody's by one of their columns. */
export interface PortfolioPart {
  readonly resource: Resource;
  readonly field: string;
  /** What it says of the person: "Vendedor principal de clientes". */
  readonly label: string;
  /** It may also be left without anybody. */
  readonly optional: boolean;
}

const ofRecords = resources.flatMap((resource) =>
  resource.owners.map((field): PortfolioPart => {
    const { label, options } = fieldOf(resource, field);
    return {
      resource,
      field,
      label: `${resource.label.many}: ${label.toLocaleLowerCase('es')}`,
      optional: options.required !== true,
    };
  }),
);

/** Everything that can be somebody's: the owner columns of every resource, and the people who report to him. */
export const portfolioParts: readonly PortfolioPart[] = [
  ...ofRecords,
  { resource: users, field: 'reports_to_id', label: 'Personas a su cargo', optional: true },
];

/** How much of each part is somebody's; archived records too, since they can come back. Parts with nothing are left out. */
export const readPortfolio = async (
  database: Queryable,
  userId: string,
): Promise<(PortfolioPart & { count: number })[]> => {
  const counts = portfolioParts.map(
    ({ resource, field }, index) =>
      sql`SELECT ${raw(String(index))} AS part, count(*)::integer AS count
        FROM ${raw(quoted(resource.name))} WHERE ${raw(quoted(field))} = ${userId}::uuid`,
  );
  const rows = await database.query<{ part: number; count: number }>(
    sql`${join(counts, ' UNION ALL ')} ORDER BY part`,
  );
  return rows.flatMap(({ part, count }) => {
    const known = portfolioParts[part];
    return known && count > 0 ? [{ ...known, count }] : [];
  });
};

/** The column after the hand-over. Nobody is twice the owner of one record, nor reports to himself. */
const nextOwner = ({ resource, field, optional }: PortfolioPart, from: string, to: string | null): Sql => {
  if (to === null) return raw('NULL');
  if (resource === users) {
    // Who takes over the team himself belonged to it: he takes the leaver's place.
    return sql`CASE WHEN id = ${to}::uuid THEN (SELECT reports_to_id FROM users WHERE id = ${from}::uuid) ELSE ${to}::uuid END`;
  }
  const others = resource.owners.filter((other) => other !== field);
  if (!optional || others.length === 0) return sql`${to}::uuid`;
  const isAlready = join(
    others.map((other) => sql`${raw(quoted(other))} = ${to}::uuid`),
    ' OR ',
  );
  return sql`CASE WHEN ${isAlready} THEN NULL ELSE ${to}::uuid END`;
};

/**
 * Gives a part of what somebody has to another person (null: to nobody) and returns how many records that were. Where
 * the other already is the second owner he becomes the first, and the second place is free.
 */
export const handOver = async (
  tx: Transaction,
  part: PortfolioPart,
  from: string,
  to: string | null,
): Promise<number> => {
  const { resource, field, optional } = part;
  const freed = optional
    ? []
    : resource.owners
        .filter((other) => other !== field && fieldOf(resource, other).options.required !== true)
        .map((other) => sql`${raw(quoted(other))} = nullif(${raw(quoted(other))}, ${to}::uuid)`);
  const rows = await tx.query(sql`
    UPDATE ${raw(quoted(resource.name))}
    SET ${join([sql`${raw(quoted(field))} = ${nextOwner(part, from, to)}`, ...freed])}
    WHERE ${raw(quoted(field))} = ${from}::uuid RETURNING 1 AS one`);
  return rows.length;
};
