import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Second options that wait behind some of the active holds, the first of which is challenged. */
export const insertOptions = async (tx: Transaction, year: number): Promise<void> => {
  await tx.query(sql`
    WITH held AS (
      SELECT h.*, row_number() OVER (ORDER BY h.number) AS place
      FROM holds h JOIN inventory_items i ON i.id = h.inventory_item_id
      WHERE h.status = 'active' AND i.capacity = 1 AND lower(h.flight) > business_date() + 3
    ), rival AS (
      SELECT id, primary_sales_rep_id, row_number() OVER (ORDER BY client_code) AS place, count(*) OVER () AS total
      FROM clients WHERE primary_sales_rep_id IS NOT NULL AND status = 'active'
    )
    INSERT INTO holds (number, client_id, inventory_item_id, flight, days, units_per_day, duration_sec, owner_id, status, waits,
      queued_at, expires_at)
    SELECT 'RS-' || ${year}::integer || '-' || lpad(((SELECT count(*) FROM holds) + h.place)::text, 5, '0'), r.id,
      h.inventory_item_id, h.flight, h.days, h.units_per_day, h.duration_sec, r.primary_sales_rep_id, 'queued', true, now(),
      least(now() + interval '14 days', lower(h.flight)::timestamptz)
    FROM held h JOIN rival r ON r.place = 1 + (h.place * 7) % r.total AND r.id <> h.client_id
    WHERE h.place <= 12`);
  await tx.query(sql`
    UPDATE holds h SET challenged_by_id = o.id, unchallenged_until = h.expires_at
    FROM (SELECT id, inventory_item_id, flight FROM holds WHERE status = 'queued' ORDER BY number LIMIT 1) o
    WHERE h.status = 'active' AND h.inventory_item_id = o.inventory_item_id AND h.flight = o.flight`);
};

/** An override of the season, and an exclusivity where no competitor is. */
export const insertPromises = async (
  tx: Transaction,
  { managers: [decider, asker] }: { readonly managers: readonly string[] },
): Promise<void> => {
  if (decider === undefined || asker === undefined) return;
  await tx.query(sql`
    INSERT INTO capacity_overrides (inventory_item_id, dates, units, expires_at, reason, limit_pct, status, requested_by_id)
    SELECT id, daterange(business_date() + 20, business_date() + 27), floor(capacity * 0.1)::integer, now() + interval '20 days',
      'Final de la temporada: el noticiero sale con un corte más largo', 10, 'requested', ${asker}::uuid
    FROM inventory_items WHERE capacity >= 100 AND capacity_unit = 'seconds' AND status = 'active' AND program_id IS NOT NULL
    ORDER BY code LIMIT 1`);
  await tx.query(sql`
    UPDATE capacity_overrides SET status = 'approved', decided_by_id = ${decider}::uuid,
      decision_reason = 'Tráfico confirmó el corte'`);
  await tx.query(sql`
    INSERT INTO exclusivities (client_id, industry_id, program_id, dates, source)
    SELECT c.id, c.industry_id, p.id, daterange(business_date() + 60, business_date() + 150), 'Patrocinio anual del programa'
    FROM (SELECT id, industry_id FROM clients WHERE status = 'active' ORDER BY client_code LIMIT 1) c
      CROSS JOIN (SELECT DISTINCT program_id AS id FROM inventory_items WHERE program_id IS NOT NULL) p
    WHERE NOT EXISTS (
      SELECT FROM competitors_within(jsonb_populate_record(NULL::exclusivities, jsonb_build_object('client_id', c.id,
        'industry_id', c.industry_id, 'program_id', p.id, 'dates', daterange(business_date() + 60, business_date() + 150)))))
    ORDER BY p.id LIMIT 1`);
};
