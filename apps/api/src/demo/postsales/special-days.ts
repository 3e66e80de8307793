import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/**
 * Official time of the next days in breaks that have room for it, and an hour of one evening that is blocked; both of the
 * station that airs most.
 */
export const insertSpecialDays = async (tx: Transaction): Promise<void> => {
  const station = await tx.one<{ id: string; name: string }>(sql`
    SELECT s.id, s.name FROM inventory_items i JOIN subdivisions s ON s.id = i.subdivision_id
      LEFT JOIN placements p ON p.inventory_item_id = i.id AND p.starts_on >= business_date()
    WHERE i.airs_at IS NOT NULL AND i.status = 'active' AND i.archived_at IS NULL
    GROUP BY s.id, s.name ORDER BY count(p.id) DESC, count(i.id) DESC, s.id LIMIT 1`);
  if (!station) return;
  const begin = async (name: string, kind: string, first: number, last: number): Promise<string> => {
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO special_days (name, kind, subdivision_id, dates)
      VALUES (${name}, ${kind}, ${station.id}::uuid,
        daterange(business_date() + ${first}::integer, business_date() + ${last}::integer, '[]')) RETURNING id`);
    return made?.id ?? '';
  };
  const open = sql`
    SELECT i.id, d.day::date AS day, i.airs_at, i.capacity_unit AS unit,
      coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(i, d.day::date)) AS free, coalesce(o.booked + o.held, 0) AS taken
    FROM inventory_items i CROSS JOIN generate_series(business_date(), business_date() + 6, interval '1 day') AS d(day)
      LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d.day::date
    WHERE i.subdivision_id = ${station.id}::uuid AND i.airs_at IS NOT NULL AND i.status = 'active' AND i.archived_at IS NULL
      AND capacity_on(i, d.day::date) > 0
      AND NOT EXISTS (SELECT FROM capacity_exceptions e WHERE e.inventory_item_id = i.id AND e.dates @> d.day::date)`;
  const official = await begin('Pauta oficial de la semana.xlsx', 'official', 0, 2);
  await tx.query(sql`
    INSERT INTO official_spots (special_day_id, inventory_item_id, day, units, duration_sec, institution, title)
    SELECT ${official}::uuid, id, day, CASE unit WHEN 'seconds' THEN 30 ELSE 1 END, 30, 'Junta Central Electoral',
      'Consulte dónde vota'
    FROM (
      SELECT *, row_number() OVER (PARTITION BY day ORDER BY taken > 0 DESC, airs_at, id) AS rank FROM (${open}) o
      WHERE free >= CASE unit WHEN 'seconds' THEN 30 ELSE 1 END AND day <= business_date() + 2) f
    WHERE rank <= 2`);
  const free = sql`
    SELECT o.* FROM (${open}) o
    WHERE o.day > business_date() + 2 AND o.taken = 0`;
  const evening = await tx.one<{ offset: number }>(sql`
    SELECT f.day - business_date() AS offset FROM (${free}) f GROUP BY f.day ORDER BY count(*) DESC, f.day LIMIT 1`);
  const offset = evening?.offset ?? 5;
  const blocked = await begin('Debate presidencial en cadena nacional', 'block', offset, offset);
  const closed = await tx.query<{ id: string }>(sql`
    INSERT INTO capacity_exceptions (inventory_item_id, dates, kind, capacity, reason)
    SELECT id, daterange(day, day, '[]'), 'event', 0, 'Debate presidencial en cadena nacional' FROM (${free}) o
    WHERE day = business_date() + ${offset}::integer
    ORDER BY abs(extract(epoch FROM airs_at - '20:00'::time)), id LIMIT 2 RETURNING id`);
  for (const { id } of closed)
    await tx.query(sql`
      INSERT INTO special_day_exceptions (special_day_id, exception_id) VALUES (${blocked}::uuid, ${id}::uuid)`);
  await tx.query(sql`
    UPDATE special_days s SET breaks = CASE s.id WHEN ${blocked}::uuid THEN ${closed.length}
      ELSE (SELECT count(*) FROM official_spots o WHERE o.special_day_id = s.id) END
    WHERE s.id IN (${official}::uuid, ${blocked}::uuid)`);
};
