import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Takes units out of confirmed placements of one day, each as a placement of its own, because a row of a log proves one
 * unit. What no row proves stays together, confirmed: it was aired in part.
 *
 * @param wanted how many units, by id of the placement
 * @returns ids of placements of one unit, by id of the placement that they were taken from; fewer where somebody else
 *   changed it meanwhile
 */
export const splitUnits = async (
  tx: Transaction,
  wanted: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (wanted.size === 0) return new Map();
  const ids = [...wanted.keys()];
  // In one order, as everybody locks quotas.
  await tx.query(sql`
    SELECT FROM quotas WHERE id IN (SELECT quota_id FROM placements WHERE id = ANY(${ids}::uuid[])) ORDER BY id FOR NO KEY UPDATE`);
  const rows = await tx.query<{ id: string; units: number }>(sql`
    SELECT id, units FROM placements
    WHERE id = ANY(${ids}::uuid[]) AND status = 'confirmed' AND starts_on = ends_on AND makegood_of_id IS NULL
    ORDER BY id FOR NO KEY UPDATE`);
  const single = new Map<string, string[]>();
  const taken = rows.map(({ id, units }) => {
    const count = Math.min(wanted.get(id) ?? 0, units);
    // Of all units, the last one stays where it is.
    if (count === units) single.set(id, [id]);
    return { id, count: count === units ? count - 1 : count };
  });
  const [from, counts] = [taken.map(({ id }) => id), taken.map(({ count }) => count)];
  await tx.query(sql`
    UPDATE placements p SET units = p.units - t.count
    FROM unnest(${from}::uuid[], ${counts}::integer[]) AS t(id, count) WHERE p.id = t.id AND t.count > 0`);
  const made = await tx.query<{ id: string; source: string }>(sql`
    WITH units AS (
      SELECT new_id() AS id, p.id AS source, p.description, p.quota_id, p.contract_id, p.inventory_item_id, p.starts_on, p.ends_on,
        p.media_file_id, p.instructions, p.remark
      FROM unnest(${from}::uuid[], ${counts}::integer[]) AS t(id, count) JOIN placements p ON p.id = t.id
        CROSS JOIN generate_series(1, t.count)),
    made AS (
      INSERT INTO placements (id, description, quota_id, contract_id, inventory_item_id, starts_on, ends_on, units, media_file_id,
        instructions, remark, status)
      SELECT id, description, quota_id, contract_id, inventory_item_id, starts_on, ends_on, 1, media_file_id, instructions, remark,
        'confirmed'
      FROM units)
    SELECT id, source FROM units`);
  for (const { id, source } of made) single.set(source, [...(single.get(source) ?? []), id]);
  return single;
};
