import type { QuotaPeriod } from '@pauta/domain/postsales/quotas/preferences.ts';
import { lostText, type QuotaLedger } from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * The numbers of a quota by period, from its placements and what is booked for it. One statement. The sums over all
 * periods, what is undated and what was aired before an import are the numbers of the quota.
 *
 * @param by null: as the quota is counted
 */
export const readLedger = async (
  database: Queryable,
  id: string,
  by: QuotaPeriod | null = null,
): Promise<QuotaLedger> => {
  const ledger = await database.one<QuotaLedger>(sql`
    WITH q AS MATERIALIZED (SELECT q AS row, q.*, coalesce(${by}::text, q.counted_by) AS by FROM quotas q WHERE q.id = ${id}::uuid),
    booked AS MATERIALIZED (
      SELECT DISTINCT c.item_id, c.day FROM q JOIN capacity_cells c ON c.order_line_id = q.order_line_id
    ), placed AS (
      SELECT p.status, p.makegood_of_id IS NOT NULL AS is_makegood, s.day, s.units
      FROM q JOIN placements p ON p.quota_id = q.id AND p.status <> 'cancelled'
        CROSS JOIN LATERAL (
          SELECT coalesce(array_agg(b.day), '{}') AS days FROM booked b
          WHERE b.item_id = p.inventory_item_id AND b.day BETWEEN p.starts_on AND p.ends_on) d
        -- What is not booked any more on each of its days counts on the first one.
        CROSS JOIN LATERAL (
          SELECT unnest(d.days) AS day, p.units::numeric AS units WHERE cardinality(d.days) * p.units = p.load
          UNION ALL SELECT p.starts_on, p.load WHERE cardinality(d.days) * p.units <> p.load) s
    ), days AS (
      SELECT day, CASE WHEN is_makegood THEN 0 ELSE units END AS placed, CASE WHEN status = 'aired' THEN units ELSE 0 END AS aired,
        CASE WHEN status = 'not_aired' THEN units ELSE 0 END AS missed, CASE WHEN is_makegood THEN units ELSE 0 END AS compensated,
        0::numeric AS unplaced
      FROM placed
      UNION ALL
      SELECT u.day, 0, 0, 0, 0, u.units FROM q CROSS JOIN LATERAL unplaced_days(q.row) u
      -- The current period is there even if nothing is in it, because what goes on goes there.
      UNION ALL
      SELECT greatest(business_date(), lower(q.flight)), 0, 0, 0, 0, 0 FROM q WHERE upper(q.flight) > business_date()
    ), periods AS (
      SELECT period_start(q.by, d.day) AS first, sum(d.placed) AS placed, sum(d.aired) AS aired, sum(d.missed) AS missed,
        sum(d.compensated) AS compensated, sum(d.unplaced) AS unplaced
      FROM q CROSS JOIN days d GROUP BY 1
    )
    SELECT q.by, q.rollover AND upper(q.flight) > business_date() AS goes_on, q.former_aired::float8 AS former,
      (q.unplaced - coalesce((SELECT sum(unplaced) FROM periods), 0))::float8 AS undated,
      (SELECT coalesce(json_agg(json_build_object('from', p.first, 'to', period_end(q.by, p.first),
          'contracted', p.placed + p.unplaced, 'bonus', CASE WHEN l.line_kind = 'bonus' THEN p.placed + p.unplaced ELSE 0 END,
          'placed', p.placed, 'aired', p.aired, 'missed', p.missed, 'compensated', p.compensated,
          'remaining', p.placed + p.unplaced + p.compensated - p.aired - p.missed, 'unplaced', p.unplaced,
          'is_closed', least(period_end(q.by, p.first), upper(q.flight) - 1) < business_date()) ORDER BY p.first), '[]')
        FROM periods p) AS periods
    FROM q JOIN order_lines l ON l.id = q.order_line_id`);
  if (!ledger) throw new Error(`quota ${id} is gone within its own request`);
  return ledger;
};

/** That closed periods of a quota lost units, and what can be done; null where they did not. */
export const lostOf = async (database: Queryable, id: string): Promise<string | null> => {
  const row = await database.one<{
    by: QuotaPeriod;
    lost: readonly { readonly from: string; readonly unplaced: number }[] | null;
  }>(sql`
    SELECT q.counted_by AS by, (
      SELECT json_agg(json_build_object('from', p.first, 'unplaced', p.units) ORDER BY p.first) FROM (
        SELECT period_start(q.counted_by, d.day) AS first, sum(d.units) AS units FROM lost_days(q) d GROUP BY 1) p) AS lost
    FROM quotas q WHERE q.id = ${id}::uuid`);
  return row?.lost ? lostText(row.by, row.lost) : null;
};
