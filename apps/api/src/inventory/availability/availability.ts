import { type BucketSize, bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
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

/** The bucket of each day of the period, and the place in the period of the first day of that bucket. */
interface Places {
  readonly of: readonly number[];
  readonly first: readonly number[];
}

const placesIn = ({ from, to }: Period, by: BucketSize): Places => {
  const buckets = bucketsOf(from, to, by);
  let start = 0;
  const first = buckets.map(({ days }) => {
    start += days.length;
    return start - days.length;
  });
  return {
    of: buckets.flatMap(({ days }, at) => days.map(() => at)),
    first: buckets.flatMap(({ days }, at) => days.map(() => first[at] ?? 0)),
  };
};

/** The bucket of a day: looked up, because computing the month of a million days would take seconds. */
const bucketOf = (day: Sql, { from }: Period, { of }: Places): Sql =>
  sql`(${of}::integer[])[${day} - ${from}::date + 1]`;

/** Each day `d` on which a flight with weekdays runs within the period; no weekdays are all of them. */
const flightDays = (flight: Sql, weekdays: Sql, { from, to }: Period): Sql => sql`
  generate_series(greatest(lower(${flight}), ${from}::date), least(upper(${flight}) - 1, ${to}::date), interval '1 day') AS f(at)
  CROSS JOIN LATERAL (SELECT f.at::date AS day
    WHERE ${weekdays} = '{}' OR extract(isodow FROM f.at)::text = ANY(${weekdays})) d`;

/**
 * Marks of spaces and of those around them: holds that wait for their turn, and quotes that offer something and hold
 * nothing for it; and the days of a space on which more than its capacity was approved.
 */
const marks = (period: Period, places: Places): Sql => sql`
  queued AS MATERIALIZED (
    SELECT p AS id, ${bucketOf(raw('d.day'), period, places)} AS place, count(DISTINCT h.id)::integer AS queued
    FROM holds h JOIN inventory_items i ON i.id = h.inventory_item_id CROSS JOIN unnest(i.path) AS p
      CROSS JOIN ${flightDays(raw('h.flight'), raw('h.days'), period)}
    WHERE h.status = 'queued' AND h.expires_at > now() AND h.flight && daterange(${period.from}::date, ${period.to}::date, '[]')
    GROUP BY 1, 2
  ), offered AS MATERIALIZED (
    SELECT p AS id, ${bucketOf(raw('d.day'), period, places)} AS place, count(DISTINCT l.quote_id)::integer AS offers
    FROM quotes q JOIN quote_lines l ON l.quote_id = q.id
      CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units,
        l.duration_sec, l.components) s
      JOIN inventory_items i ON i.id = s.inventory_item_id CROSS JOIN unnest(i.path) AS p
      CROSS JOIN ${flightDays(raw('l.flight'), raw('s.days'), period)}
    WHERE q.status IN ('sent', 'accepted') AND q.archived_at IS NULL AND coalesce(q.valid_until >= business_date(), true)
      AND l.flight && daterange(${period.from}::date, ${period.to}::date, '[]')
      AND NOT EXISTS (SELECT FROM holds h WHERE h.quote_line_id = l.id AND h.status = 'active' AND h.expires_at > now())
    GROUP BY 1, 2
  ), raised AS MATERIALIZED (
    SELECT o.item_id AS id, ${bucketOf(raw('o.day'), period, places)} AS place, count(*)::integer AS overridden
    FROM occupancy o WHERE o.overridden AND o.day BETWEEN ${period.from}::date AND ${period.to}::date GROUP BY 1, 2
  ), marked AS MATERIALIZED (
    SELECT id, array_agg(ARRAY[place, coalesce(queued, 0), coalesce(offers, 0), coalesce(overridden, 0)]) AS marks
    FROM queued FULL JOIN offered USING (id, place) FULL JOIN raised USING (id, place) GROUP BY id
  )`;

/** The entries of the counters of a space `i`, by day. */
const takenByDay = ({ from, to }: Period): Sql => sql`(
  SELECT array_agg(ARRAY[o.day - ${from}::date, o.capacity + o.extra, o.held - coalesce(e.units, 0), o.booked])
  FROM occupancy o LEFT JOIN expired e ON e.item_id = o.item_id AND e.day = o.day
  WHERE o.item_id = i.id AND o.day BETWEEN ${from}::date AND ${to}::date)`;

/**
 * The entries of the counters of a space `i` and of those that contain it, by week or month. The days on which all of
 * them are sold follow from a few of their columns, which are the same in most trees: `sold` has them once for each
 * combination. A full day is a bit of its bucket, so that one that is full in several spaces counts once.
 */
const takenByBucket = (period: Period, places: Places): Sql => sql`(
  SELECT array_agg(ARRAY[b.place, b.extra, b.held, b.booked, b.free, bit_count(b.full_days::bit(64))::integer])
  FROM (
    SELECT ${bucketOf(raw('o.day'), period, places)} AS place,
      coalesce(sum(o.extra) FILTER (WHERE o.item_id = i.id), 0)::integer AS extra,
      coalesce(sum(o.held - coalesce(e.units, 0)) FILTER (WHERE o.item_id = i.id), 0)::integer AS held,
      coalesce(sum(o.booked) FILTER (WHERE o.item_id = i.id), 0)::integer AS booked,
      min(f.free) FILTER (WHERE f.is_sold) AS free,
      bit_or(CASE WHEN f.is_sold AND f.free <= 0
        THEN 1::bigint << (o.day - ${period.from}::date - (${places.first}::integer[])[o.day - ${period.from}::date + 1]) ELSE 0 END) AS full_days
    FROM occupancy o LEFT JOIN expired e ON e.item_id = o.item_id AND e.day = o.day
      CROSS JOIN LATERAL (
        SELECT i.sold[o.day - ${period.from}::date + 1] AS is_sold,
          CASE WHEN o.overridden THEN least(o.capacity + o.extra - o.held - o.booked + coalesce(e.units, 0), (
            SELECT min(capacity_on(a, o.day)) FROM inventory_items a
            WHERE a.id = ANY(i.path) AND NOT EXISTS (SELECT FROM occupancy x WHERE x.item_id = a.id AND x.day = o.day)))
          ELSE o.capacity + o.extra - o.held - o.booked + coalesce(e.units, 0) END AS free) f
    WHERE o.item_id = ANY(i.path) AND o.day BETWEEN ${period.from}::date AND ${period.to}::date
    GROUP BY 1) b)`;

/** The days of the period on which a space and all that contain it are sold, as `sold` of its `days_of`. */
const soldDays = ({ from, to }: Period): Sql => sql`
  combination AS MATERIALIZED (
    SELECT m.id, array_agg(DISTINCT l.alike) AS days_of
    FROM (SELECT i.id, p.item_id FROM item i CROSS JOIN unnest(i.path) AS p(item_id)) m
      JOIN (SELECT a.id, min(a.id::text) OVER (PARTITION BY a.days, a.month_days, a.active, a.permit_until, a.exceptions) AS alike
        FROM inventory_items a) l ON l.id = m.item_id
    GROUP BY 1
  ), sold AS MATERIALIZED (
    SELECT c.days_of, array_agg(NOT EXISTS (SELECT FROM inventory_items a
      WHERE a.id = ANY(c.days_of::uuid[]) AND capacity_on(a, d.day::date) = 0) ORDER BY d.day) AS sold
    FROM (SELECT DISTINCT days_of FROM combination) c
      CROSS JOIN generate_series(${from}::date, ${to}::date, interval '1 day') AS d(day)
    GROUP BY 1
  )`;

/**
 * Spaces that match the filters and are on sale, as is every space that contains them, with what is taken of each in the
 * period, as JSON text of `AvailabilityAnswer`; by platform, company, station and name. One statement.
 */
export const readAvailability = async (
  database: Queryable,
  { query, period, by, periodFilters, changed }: AskedAvailability,
  actor: Actor,
): Promise<string> => {
  const { definitions, condition } = periodConditions(period, periodFilters);
  const places = placesIn(period, by);
  const isDaily = by === 'day';
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
        ? sql`found AS MATERIALIZED (${found} LIMIT ${most} + 1)`
        : sql`candidate AS MATERIALIZED (${found})${definitions},
          found AS MATERIALIZED (SELECT i.* FROM candidate i WHERE ${condition} LIMIT ${most} + 1)`
    }, item AS MATERIALIZED (SELECT * FROM found LIMIT ${most}), around AS MATERIALIZED (
      SELECT DISTINCT p AS id FROM item i CROSS JOIN unnest(i.path) AS p WHERE cardinality(i.path) > 1
      EXCEPT SELECT id FROM item
    ), expired AS MATERIALIZED (${expiredUnits(period)}), rule AS MATERIALIZED (
      SELECT a.id, dense_rank() OVER (ORDER BY a.capacity, a.days, a.month_days, a.active, a.permit_until, a.exceptions) - 1 AS place
      FROM inventory_items a WHERE a.id IN (SELECT id FROM item UNION ALL SELECT id FROM around)
    ), ${isDaily ? sql`` : sql`${soldDays(period)},`}${marks(period, places)}
    SELECT json_build_object(
      'is_cut', (SELECT count(*) > ${most} FROM found),
      'rules', (SELECT coalesce(json_agg(json_build_object('capacity', a.capacity, 'days', a.days, 'month_days', a.month_days,
          'permit_until', a.permit_until, 'exceptions', a.exceptions, 'active', CASE WHEN a.active IS NOT NULL
            THEN json_build_object('from', lower(a.active), 'to', upper(a.active) - 1) END) ORDER BY r.place), '[]')
        FROM (SELECT DISTINCT ON (place) place, id FROM rule ORDER BY place) r JOIN inventory_items a ON a.id = r.id),
      'rows', (SELECT coalesce(json_agg(row_to_json(x)), '[]') FROM (
        SELECT i.id, i.code, i.name, p.name AS platform, c.name AS company, s.name AS subdivision, i.parent_id,
          i.capacity_unit, i.path, r.place AS rule,
          ${isDaily ? takenByDay(period) : takenByBucket(period, places)} AS taken,
          coalesce(n.marks, '{}') AS marks
        FROM ${isDaily ? sql`item i` : sql`(SELECT i.*, d.sold FROM item i JOIN combination b ON b.id = i.id JOIN sold d USING (days_of)) i`}
          JOIN platforms p ON p.id = i.platform_id JOIN companies c ON c.id = i.company_id
          JOIN subdivisions s ON s.id = i.subdivision_id JOIN rule r ON r.id = i.id LEFT JOIN marked n ON n.id = i.id
        ORDER BY p.sort_order, p.name, c.sort_order, c.name, s.sort_order, s.name, i.name, i.id) x),
      'around', (SELECT coalesce(json_agg(row_to_json(x)), '[]') FROM (
        SELECT i.id, r.place AS rule, ${isDaily ? takenByDay(period) : sql`'{}'::integer[]`} AS taken
        FROM around i JOIN rule r ON r.id = i.id) x))::text AS answer`);
  return row?.answer ?? '{"is_cut":false,"rules":[],"rows":[],"around":[]}';
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
