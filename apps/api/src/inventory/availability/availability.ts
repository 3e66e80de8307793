import type { BucketSize } from '@pauta/domain/inventory/capacity/buckets.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { tableOf } from '../../resource/table.ts';
import type { CapacityCell } from '../capacity/move-capacity.ts';
import type { AskedAvailability } from './asked.ts';
import { changedTrees } from './changed-spaces.ts';
import type { Period } from './period.ts';
import { expiredUnits, periodConditions } from './period-conditions.ts';

/** The most spaces that one answer has; a narrower filter shows the others. */
export const mostSpaces = 5000;

const table = tableOf(inventoryItems);

/** The place of a day in the period, in buckets. */
const placeOf: Readonly<Record<BucketSize, (day: Sql, from: string) => Sql>> = {
  day: (day, from) => sql`(${day} - ${from}::date)`,
  week: (day, from) =>
    sql`((date_trunc('week', ${day})::date - date_trunc('week', ${from}::date)::date) / 7)`,
  month: (day, from) =>
    sql`(extract(year FROM age(date_trunc('month', ${day}), date_trunc('month', ${from}::date))) * 12
      + extract(month FROM age(date_trunc('month', ${day}), date_trunc('month', ${from}::date))))::integer`,
};

/** Each day `d` on which a flight with weekdays runs within the period; no weekdays are all of them. */
const flightDays = (flight: Sql, weekdays: Sql, { from, to }: Period): Sql => sql`
  generate_series(greatest(lower(${flight}), ${from}::date), least(upper(${flight}) - 1, ${to}::date), interval '1 day') AS f(at)
  CROSS JOIN LATERAL (SELECT f.at::date AS day
    WHERE ${weekdays} = '{}' OR extract(isodow FROM f.at)::text = ANY(${weekdays})) d`;

/**
 * Marks of spaces and of those around them: holds that wait for their turn, quotes that offer something and hold
 * nothing for it, and days on which more
 * than the capacity was approved, of the space or of one that contains it.
 */
const marks = (period: Period, by: BucketSize): Sql => sql`
  queued AS MATERIALIZED (
    SELECT p AS id, ${placeOf[by](raw('d.day'), period.from)} AS place, count(DISTINCT h.id)::integer AS queued
    FROM holds h JOIN inventory_items i ON i.id = h.inventory_item_id CROSS JOIN unnest(i.path) AS p
      CROSS JOIN ${flightDays(raw('h.flight'), raw('h.days'), period)}
    WHERE h.status = 'queued' AND h.expires_at > now() AND h.flight && daterange(${period.from}::date, ${period.to}::date, '[]')
      AND p IN (SELECT id FROM item)
    GROUP BY 1, 2
  ), offered AS MATERIALIZED (
    SELECT p AS id, ${placeOf[by](raw('d.day'), period.from)} AS place, count(DISTINCT l.quote_id)::integer AS offers
    FROM quotes q JOIN quote_lines l ON l.quote_id = q.id
      CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units,
        l.duration_sec, l.components) s
      JOIN inventory_items i ON i.id = s.inventory_item_id CROSS JOIN unnest(i.path) AS p
      CROSS JOIN ${flightDays(raw('l.flight'), raw('s.days'), period)}
    WHERE q.status IN ('sent', 'accepted') AND q.archived_at IS NULL AND coalesce(q.valid_until >= business_date(), true)
      AND l.flight && daterange(${period.from}::date, ${period.to}::date, '[]') AND p IN (SELECT id FROM item)
      AND NOT EXISTS (SELECT FROM holds h WHERE h.quote_line_id = l.id AND h.status = 'active' AND h.expires_at > now())
    GROUP BY 1, 2
  ), raised AS MATERIALIZED (
    SELECT m.id, ${placeOf[by](raw('c.day'), period.from)} AS place, count(DISTINCT c.day)::integer AS overridden
    FROM member m JOIN counter c USING (item_id) WHERE c.overridden GROUP BY 1, 2
  ), marked AS (
    SELECT id, json_agg(json_build_array(place, coalesce(queued, 0), coalesce(offers, 0), coalesce(overridden, 0))) AS marks
    FROM queued FULL JOIN offered USING (id, place) FULL JOIN raised USING (id, place) GROUP BY id
  )`;

/**
 * What is free of a space `m.id` on a day of its counters `c`. A space without a counter has its capacity; the screen
 * knows that too, unless approved sales raise it.
 */
const freeOfDay = sql`
  CASE WHEN bool_or(c.overridden) THEN least(min(c.free), (
    SELECT min(capacity_on(a, c.day)) FROM inventory_items a
    WHERE a.id = ANY(m.path) AND NOT EXISTS (SELECT FROM occupancy o WHERE o.item_id = a.id AND o.day = c.day)))
  ELSE min(c.free) END`;

/** Whether a space `m.id` is sold on a day of its counters `c`: it, and every space that contains it. */
const isSoldOn = sql`
  min(c.capacity + c.extra) > 0 AND (count(*) = cardinality(m.path) OR coalesce((
    SELECT min(capacity_on(a, c.day)) FROM inventory_items a
    WHERE a.id = ANY(m.path) AND NOT EXISTS (SELECT FROM occupancy o WHERE o.item_id = a.id AND o.day = c.day)) > 0, true))`;

/** `taken`: for each space the entries of `AvailabilityRow`, by day. */
const takenByDay = (from: string): Sql => sql`
  cell AS (
    SELECT m.id, c.day - ${from}::date AS place, ${freeOfDay} AS free,
      max(c.capacity + c.extra) FILTER (WHERE c.item_id = m.id) AS capacity,
      coalesce(max(c.held) FILTER (WHERE c.item_id = m.id), 0) AS held,
      coalesce(max(c.booked) FILTER (WHERE c.item_id = m.id), 0) AS booked
    FROM member m JOIN counter c USING (item_id) GROUP BY m.id, m.path, c.day
  ), taken AS (
    SELECT id, json_agg(json_build_array(place, capacity, held, booked, free) ORDER BY place) AS cells
    FROM cell GROUP BY id
  )`;

/** `taken`, by week or month. */
const takenByBucket = (from: string, by: BucketSize): Sql => sql`
  cell AS MATERIALIZED (
    SELECT m.id, c.day, ${freeOfDay} AS free, ${isSoldOn} AS is_sold,
      coalesce(max(c.extra) FILTER (WHERE c.item_id = m.id), 0) AS extra,
      coalesce(max(c.held) FILTER (WHERE c.item_id = m.id), 0) AS held,
      coalesce(max(c.booked) FILTER (WHERE c.item_id = m.id), 0) AS booked
    FROM member m JOIN counter c USING (item_id) GROUP BY m.id, m.path, c.day
  ), bucket AS (
    SELECT id, ${placeOf[by](raw('day'), from)} AS place, sum(extra) AS extra, sum(held) AS held, sum(booked) AS booked,
      min(free) FILTER (WHERE is_sold) AS free, count(*) FILTER (WHERE is_sold AND free <= 0) AS full
    FROM cell GROUP BY 1, 2
  ), taken AS (
    SELECT id, json_agg(json_build_array(place, extra, held, booked, free, "full") ORDER BY place) AS cells
    FROM bucket GROUP BY id
  )`;

/**
 * Spaces that match the filters and are on sale, as is every space that contains them, with what is taken of each in the
 * period, as JSON text of `{ rows, is_cut }`. Rows are those of `AvailabilityRow`, by platform, company, station and
 * name. One statement.
 */
export const readAvailability = async (
  database: Queryable,
  { query, period, by, periodFilters, changed }: AskedAvailability,
  actor: Actor,
): Promise<string> => {
  const { from, to } = period;
  const { definitions, condition } = periodConditions(period, periodFilters);
  const found = sql`
    SELECT t.id, t.code, t.name, t.parent_id, t.capacity_unit, t.path, t.platform_id, t.company_id, t.subdivision_id
    FROM inventory_items t
    WHERE ${listConditions(table, query, actor)} AND t.status = 'active' AND t.archived_at IS NULL
      AND NOT t.path && ARRAY(SELECT id FROM closed)
      ${changed ? sql`AND t.path && ARRAY(${changedTrees(changed)})` : sql``}`;
  const most = raw(String(mostSpaces));
  const row = await database.one<{ answer: string }>(sql`
    WITH closed AS (
      SELECT a.id FROM inventory_items a WHERE (a.status <> 'active' OR a.archived_at IS NOT NULL)
        AND EXISTS (SELECT FROM inventory_items c WHERE c.parent_id = a.id)
    ), ${
      periodFilters.length === 0
        ? sql`item AS MATERIALIZED (${found} LIMIT ${most} + 1)`
        : sql`candidate AS MATERIALIZED (${found})${definitions},
          item AS MATERIALIZED (SELECT i.* FROM candidate i WHERE ${condition} LIMIT ${most} + 1)`
    }, member AS MATERIALIZED (
      SELECT i.id, i.path, p.one AS item_id, p.place FROM item i CROSS JOIN unnest(i.path) WITH ORDINALITY AS p(one, place)
    ), rule AS (
      SELECT m.id, json_agg(json_build_object('capacity', a.capacity, 'days', a.days, 'month_days', a.month_days,
        'permit_until', a.permit_until, 'exceptions', a.exceptions,
        'active', CASE WHEN a.active IS NOT NULL
          THEN json_build_object('from', lower(a.active), 'to', upper(a.active) - 1) END) ORDER BY m.place DESC) AS limits
      FROM member m JOIN inventory_items a ON a.id = m.item_id GROUP BY m.id
    ), expired AS MATERIALIZED (${expiredUnits(period)}), counter AS MATERIALIZED (
      SELECT o.item_id, o.day, o.capacity, o.extra, o.overridden, o.held - coalesce(e.units, 0) AS held, o.booked,
        o.capacity + o.extra - o.held - o.booked + coalesce(e.units, 0) AS free
      FROM (SELECT DISTINCT item_id FROM member) m JOIN occupancy o USING (item_id)
        LEFT JOIN expired e USING (item_id, day)
      WHERE o.day BETWEEN ${from}::date AND ${to}::date
    ), ${by === 'day' ? takenByDay(from) : takenByBucket(from, by)}, ${marks(period, by)}
    SELECT json_build_object(
      'is_cut', (SELECT count(*) > ${most} FROM item),
      'rows', coalesce((
        SELECT json_agg(json_build_object('id', i.id, 'code', i.code, 'name', i.name, 'platform', p.name,
          'company', c.name, 'subdivision', s.name, 'parent_id', i.parent_id, 'capacity_unit', i.capacity_unit,
          'limits', r.limits, 'taken', coalesce(k.cells, '[]'), 'marks', coalesce(n.marks, '[]'))
          ORDER BY p.sort_order, p.name, c.sort_order, c.name, s.sort_order, s.name, i.name, i.id)
        FROM (SELECT * FROM item LIMIT ${most}) i
          JOIN platforms p ON p.id = i.platform_id JOIN companies c ON c.id = i.company_id
          JOIN subdivisions s ON s.id = i.subdivision_id JOIN rule r ON r.id = i.id
          LEFT JOIN taken k ON k.id = i.id LEFT JOIN marked n ON n.id = i.id), '[]'))::text AS answer`);
  return row?.answer ?? '{"is_cut":false,"rows":[]}';
};

/** How much of what is wanted fits at this moment. */
export interface Fit {
  /** On all days, on some of them, or on none: a day fits if everything that is wanted on it does. */
  readonly state: 'available' | 'partial' | 'none';
  /** The wanted space with the least left, compared with what is wanted of it; null without cells. */
  readonly scarcest: string | null;
}

/** Cells that belong together, such as those of one line of a quote. */
export interface WantedCells {
  readonly key: string;
  readonly cells: readonly CapacityCell[];
}

/**
 * How much of each of these wishes fits at this moment, each for itself, in one statement. Nothing fits in a space that
 * is closed, or inside of one. Cells of one wish in the same
 * space, or in spaces of the same tree, add up. Nothing is locked, so a hold or a booking is tested again.
 *
 * @param ownHoldIds holds that are given up for the wishes, and do not count as taken
 * @returns by key; `none` for a wish without cells
 * @example (await availabilityOf(tx, [{ key: line.id, cells }])).get(line.id)?.state // 'partial'
 */
export const availabilityOf = async (
  database: Queryable,
  wishes: readonly WantedCells[],
  ownHoldIds: readonly string[] = [],
): Promise<ReadonlyMap<string, Fit>> => {
  const cells = wishes.flatMap(({ key, cells: of }) => of.map((cell) => ({ key, ...cell })));
  const rows = await database.query<{ key: string; total: number; fitting: number; scarcest: string }>(sql`
    WITH room AS MATERIALIZED (
      SELECT * FROM room_of(${cells.map(({ key }) => key)}::text[], ${cells.map(({ itemId }) => itemId)}::uuid[],
        ${cells.map(({ day }) => day)}::date[], ${cells.map(({ units }) => units)}::bigint[], ${ownHoldIds}::uuid[])
    ), days AS (
      SELECT key, bool_and(times >= 1) AS fits FROM room GROUP BY key, day
    )
    SELECT key, count(*)::integer AS total, count(*) FILTER (WHERE fits)::integer AS fitting,
      (SELECT item_id FROM room r WHERE r.key = d.key ORDER BY times, item_id LIMIT 1) AS scarcest
    FROM days d GROUP BY key`);
  const found = new Map(rows.map(({ key, ...counts }) => [key, counts]));
  return new Map(
    wishes.map(({ key }) => {
      const { total = 0, fitting = 0, scarcest = null } = found.get(key) ?? {};
      return [key, { state: fitting === 0 ? 'none' : fitting === total ? 'available' : 'partial', scarcest }];
    }),
  );
};
