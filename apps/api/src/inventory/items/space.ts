import type { CapacityRule } from '@pauta/domain/inventory/capacity/cells.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';

/** What decides how much of a space can be sold. */
export interface Space extends CapacityRule {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly capacity_unit: string;
}

/** The spaces with these ids, by id. */
export const readSpaces = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Space>> => {
  const rows = await database.query<Omit<Space, 'active'> & { readonly active: string | null }>(sql`
    SELECT id, name, status, capacity_unit, capacity, days, month_days, active::text, permit_until::text, exceptions
    FROM inventory_items WHERE id = ANY(${[...new Set(ids)]}::uuid[])`);
  return new Map(
    rows.map((row) => [row.id, { ...row, active: row.active === null ? null : rangeFromSql(row.active) }]),
  );
};

/** A space. @throws Problem 404 */
export const readSpace = async (database: Queryable, id: string): Promise<Space> => {
  const space = (await readSpaces(database, [id])).get(id);
  if (!space) throw notFound();
  return space;
};
