import type { ListFall } from '@pauta/domain/inventory/prices/list-approval.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * How far the prices of lists are below those of the lists before them (`list_before`), for their approval, in one
 * statement.
 */
export const listFalls = async (
  { tx }: { readonly tx: Queryable },
  lists: readonly Values[],
): Promise<readonly Values[]> => {
  const allowed = String(await readSetting(tx, 'price_fall_limit_pct'));
  const rows = await tx.query<ListFall & { id: string }>(sql`
    SELECT l.id, b.name AS before, f.fallen::integer AS fallen, round(f.largest, 2)::text AS largest_fall_pct,
      ${allowed} AS allowed_fall_pct
    FROM price_lists l LEFT JOIN price_lists b ON b.id = list_before(l)
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE fall > ${allowed}::numeric) AS fallen, max(fall) AS largest
        FROM (SELECT greatest((p.unit_price_before - p.unit_price) * 100 / nullif(p.unit_price_before, 0),
            (p.floor_price_before - p.floor_price) * 100 / nullif(p.floor_price_before, 0)) AS fall
          FROM price_pairs(l.id, b.id) p) pairs) f
    WHERE l.id = ANY(${lists.map(({ id }) => String(id))}::uuid[])`);
  const byId = new Map(rows.map(({ id, ...fall }) => [id, fall]));
  return lists.map(({ id }) => ({ ...byId.get(String(id)) }));
};
