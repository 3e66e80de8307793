import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Lines of running contracts that say how they are wanted, and what of their closed periods goes on: the spots of some
 * are preferred in the evening or at the head of a break, and of those that left something over one passes it on and the
 * next one loses it.
 */
export const insertQuotaPreferences = async (tx: Transaction): Promise<void> => {
  const found = await tx.query<{ id: string; rank: number }>(sql`
    WITH chosen AS (
      SELECT q.id, row_number() OVER (ORDER BY upper(q.flight) DESC, q.id) AS rank
      FROM quotas q JOIN contracts c ON c.id = q.contract_id AND c.status = 'active'
      WHERE q.flight @> business_date() AND upper(q.flight) > business_date() + 2 AND q.unit IN ('seconds', 'spots')
        AND EXISTS (SELECT FROM unplaced_days(q) d WHERE d.day < period_start('week', business_date()))
      ORDER BY rank LIMIT 6)
    SELECT id, rank::integer FROM chosen ORDER BY rank`);
  const ids = found.map(({ id }) => id);
  await tx.query(sql`
    UPDATE quotas q SET counted_by = 'week', rollover = f.rank % 2 = 1,
      wanted_days = CASE f.rank % 3 WHEN 0 THEN '{1,2,3,4,5}'::text[] ELSE '{}' END,
      wanted_from = CASE WHEN f.rank % 2 = 1 THEN time '19:00' END, wanted_to = CASE WHEN f.rank % 2 = 1 THEN time '21:00' END,
      wanted_place = CASE f.rank WHEN 1 THEN 'first' WHEN 2 THEN 'last' ELSE 'any' END
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS f(id, rank) WHERE q.id = f.id`);
  await tx.query(sql`
    INSERT INTO quota_avoided_programs (quota_id, avoided_program_id)
    SELECT q.id, p.id FROM quotas q JOIN inventory_items i ON i.id = q.inventory_item_id CROSS JOIN LATERAL (
      SELECT DISTINCT b.program_id AS id FROM inventory_items b
      WHERE b.subdivision_id = i.subdivision_id AND b.program_id IS NOT NULL AND b.program_id IS DISTINCT FROM i.program_id
      ORDER BY 1 LIMIT 1) p
    WHERE q.id = ANY(${ids.slice(0, 3)}::uuid[])`);
};
