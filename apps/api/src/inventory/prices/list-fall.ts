import type { ListFall } from '@pauta/domain/inventory/prices/list-approval.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { Queryable } from '../../platform/database/database.ts';

const falls = (before: 'unit_price' | 'floor_price') =>
  before === 'unit_price'
    ? sql`(q.unit_price - p.unit_price) * 100 / nullif(q.unit_price, 0)`
    : sql`(q.floor_price - p.floor_price) * 100 / nullif(q.floor_price, 0)`;

/**
 * How far the prices of lists are below those of the lists before them, for their approval, in one statement. A list
 * follows the published one of its kind, company, platform and currency that starts last before it: copying a draft again and again must not
 * lower prices in steps that need no approval. Only the first of a kind follows the list it was copied from.
 */
export const listFalls = async (
  { tx }: { readonly tx: Queryable },
  lists: readonly Values[],
): Promise<readonly Values[]> => {
  const allowed = String(await readSetting(tx, 'price_fall_limit_pct'));
  const rows = await tx.query<ListFall & { id: string }>(sql`
    SELECT l.id, b.name AS before, coalesce(f.fallen, 0)::integer AS fallen, round(f.largest, 2)::text AS largest_fall_pct,
      ${allowed} AS allowed_fall_pct
    FROM price_lists l
      LEFT JOIN LATERAL (
        SELECT o.id, o.name FROM price_lists o
        WHERE o.id <> l.id AND o.archived_at IS NULL AND o.currency_code = l.currency_code
          AND (o.id = l.base_list_id OR (o.status IN ('current', 'expired') AND o.kind = l.kind
            AND lower(o.valid) < lower(l.valid)
            AND o.company_id IS NOT DISTINCT FROM l.company_id AND o.platform_id IS NOT DISTINCT FROM l.platform_id))
        ORDER BY o.kind <> l.kind OR o.status = 'draft', lower(o.valid) DESC, o.id DESC LIMIT 1) b ON true
      LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE fall > ${allowed}::numeric) AS fallen, max(fall) AS largest
        FROM (SELECT greatest(${falls('unit_price')}, ${falls('floor_price')}) AS fall
          FROM prices p JOIN prices q ON q.price_list_id = b.id AND (q.unit, q.min_qty) = (p.unit, p.min_qty)
            AND coalesce(q.inventory_item_id, q.ad_article_id, q.inventory_category_id)
              = coalesce(p.inventory_item_id, p.ad_article_id, p.inventory_category_id)
          WHERE p.price_list_id = l.id) pairs) f ON true
    WHERE l.id = ANY(${lists.map(({ id }) => String(id))}::uuid[])`);
  const byId = new Map(rows.map(({ id, ...fall }) => [id, fall]));
  return lists.map(({ id }) => ({ ...byId.get(String(id)) }));
};
