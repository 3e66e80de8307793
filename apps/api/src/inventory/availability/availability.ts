import { type BucketSize, bucketsOf } from '@pauta/domain/inventory/capacity/buckets.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { tableOf } from '../../resource/table.ts';
import type { CapacityCell } from '../capacity/move-capacity.ts';
import type { AskedAvailability } from './asked.ts';
import { changedTrees } from './changed-spaces.ts';
import { flightDays } from './flight-days.ts';
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

/**
 * Marks of the spaces of `level`: holds that wait for their turn, in them or inside of them, quotes that offer something
 * and hold nothing for it, the days on which more than the capacity was approved, and those on which an industry is
 * exclusive.
 */
const marks = (period: Period, places: Places): Sql => sql`
  queued AS MATERIALIZED (
    SELECT p AS id, ${bucketOf(raw('d.day'), period, places)} AS at, count(DISTINCT h.id)::integer AS queued
    FROM holds h JOIN inventory_items i ON i.id = h.inventory_item_id CROSS JOIN unnest(i.path) AS p
      CROSS JOIN ${flightDays(raw('h.flight'), raw('h.days'), period)}
    WHERE h.status = 'queued' AND h.expires_at > now() AND h.flight && daterange(${period.from}::date, ${period.to}::date, '[]')
    GROUP BY 1, 2
  ), offered AS MATERIALIZED (
    SELECT p AS id, ${bucketOf(raw('d.day'), period, places)} AS at, count(DISTINCT l.quote_id)::integer AS offers
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
    SELECT o.item_id AS id, ${bucketOf(raw('o.day'), period, places)} AS at, count(*)::integer AS overridden
    FROM occupancy o WHERE o.overridden AND o.day BETWEEN ${period.from}::date AND ${period.to}::date GROUP BY 1, 2
  ), mark AS (
    SELECT l.place AS space, at, coalesce(queued, 0) AS queued, coalesce(offers, 0) AS offers,
      coalesce(overridden, 0) AS overridden
    FROM queued FULL JOIN offered USING (id, at) FULL JOIN raised USING (id, at) JOIN level l USING (id)
    WHERE l.is_row
  ), exclusive AS (
    SELECT l.place AS space, ${bucketOf(sql`greatest(lower(e.dates), ${period.from}::date)`, period, places)} AS first,
      ${bucketOf(sql`least(upper(e.dates) - 1, ${period.to}::date)`, period, places)} AS last
    FROM exclusivities e CROSS JOIN LATERAL exclusivity_spaces(e) AS s(id) JOIN level l ON l.id = s.id
    WHERE e.archived_at IS NULL AND e.dates && daterange(${period.from}::date, ${period.to}::date, '[]') AND l.is_row
  )`;

/** The entries of the counters of the spaces of `level`, by day. */
const takenByDay = ({ from, to }: Period): Sql => sql`
  taken AS (
    SELECT l.place AS space, o.day - ${from}::date AS at, o.capacity + o.extra AS capacity,
      o.held - coalesce(e.units, 0) AS held, o.booked
    FROM occupancy o JOIN level l ON l.id = o.item_id LEFT JOIN expired e ON e.item_id = o.item_id AND e.day = o.day
    WHERE o.day BETWEEN ${from}::date AND ${to}::date
  )`;

/**
 * The entries of the counters of each space and of those that contain it, by week or month. The days on which all of
 * them are sold follow from their rules, and most trees have the same ones: `sold` has them once for each combination. A
 * full day is a bit of its bucket, so that one that is full in several spaces counts once.
 */
const takenByBucket = (period: Period, places: Places): Sql => sql`
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
      CROSS JOIN generate_series(${period.from}::date, ${period.to}::date, interval '1 day') AS d(day)
    GROUP BY 1
  ), taken AS (
    SELECT i.place AS space, b.* FROM (
      SELECT l.place, i.id, i.path, d.sold FROM item i JOIN level l USING (id) JOIN combination c USING (id) JOIN sold d USING (days_of)
    ) i CROSS JOIN LATERAL (
      SELECT ${bucketOf(raw('o.day'), period, places)} AS at,
        coalesce(sum(o.extra) FILTER (WHERE o.item_id = i.id), 0)::integer AS extra,
        coalesce(sum(o.held - coalesce(e.units, 0)) FILTER (WHERE o.item_id = i.id), 0)::integer AS held,
        coalesce(sum(o.booked) FILTER (WHERE o.item_id = i.id), 0)::integer AS booked,
        min(f.free) FILTER (WHERE f.is_sold) AS free,
        bit_count(bit_or(CASE WHEN f.is_sold AND f.free <= 0
          THEN 1::bigint << (o.day - ${period.from}::date - (${places.first}::integer[])[o.day - ${period.from}::date + 1])
          ELSE 0 END)::bit(64))::integer AS full
      FROM occupancy o LEFT JOIN expired e ON e.item_id = o.item_id AND e.day = o.day
        CROSS JOIN LATERAL (
          SELECT i.sold[o.day - ${period.from}::date + 1] AS is_sold,
            CASE WHEN o.overridden THEN least(o.capacity + o.extra - o.held - o.booked + coalesce(e.units, 0), (
              SELECT min(capacity_on(a, o.day)) FROM inventory_items a
              WHERE a.id = ANY(i.path) AND NOT EXISTS (SELECT FROM occupancy x WHERE x.item_id = a.id AND x.day = o.day)))
            ELSE o.capacity + o.extra - o.held - o.booked + coalesce(e.units, 0) END AS free) f
      WHERE o.item_id = ANY(i.path) AND o.day BETWEEN ${period.from}::date AND ${period.to}::date
      GROUP BY 1) b
  )`;

/** The rows of a table as a JSON object with an array for each of its columns: the names are not repeated in every row. */
const inColumns = (columns: readonly string[], from: Sql): Sql => sql`(
  SELECT json_build_object(${join(
    columns.map((name) => sql`${raw(`'${name}'`)}, coalesce(json_agg(x.${raw(name)}), '[]')`),
  )}) FROM ${from} x)`;

/** What decides how much of a space is sold on a day. */
const ruleOf = (row: string): Sql =>
  raw(
    `ROW(${['capacity', 'capacity_unit', 'days', 'month_days', 'active', 'permit_until', 'exceptions'].map((name) => `${row}.${name}`).join()})`,
  );

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
    SELECT t.id, t.code, t.name, t.parent_id, t.path, t.platform_id, t.company_id, t.subdivision_id, ${ruleOf('t')} AS rule
    FROM inventory_items t
    WHERE ${listConditions(table, query, actor)} AND t.status = 'active' AND t.archived_at IS NULL
      AND NOT t.path && ARRAY(SELECT id FROM closed)
      ${changed ? sql`AND t.path && ARRAY(${changedTrees(changed)})` : sql``}`;
  const most = raw(String(mostSpaces));
  const row = await database.one<{ answer: string }>(sql`
    WITH closed AS MATERIALIZED (
      SELECT a.id FROM inventory_items a WHERE (a.status <> 'active' OR a.archived_at IS NOT NULL)
        AND a.id IN (SELECT c.parent_id FROM inventory_items c)
    ), ${
      periodFilters.length === 0
        ? sql`found AS MATERIALIZED (${found} LIMIT ${most} + 1)`
        : sql`candidate AS MATERIALIZED (${found})${definitions},
          found AS MATERIALIZED (SELECT i.* FROM candidate i WHERE ${condition} LIMIT ${most} + 1)`
    }, item AS MATERIALIZED (SELECT * FROM found LIMIT ${most}), station AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY p.sort_order, p.name, c.sort_order, c.name, s.sort_order, s.name, p.id, c.id, s.id) - 1 AS place,
        i.*, json_build_array(p.name, c.name, s.name) AS names
      FROM (SELECT DISTINCT platform_id, company_id, subdivision_id FROM item) i JOIN platforms p ON p.id = i.platform_id
        JOIN companies c ON c.id = i.company_id JOIN subdivisions s ON s.id = i.subdivision_id
    ), around AS MATERIALIZED (
      SELECT a.id, a.parent_id, ${ruleOf('a')} AS rule FROM inventory_items a WHERE a.id IN (
        SELECT unnest(b.path) FROM inventory_items b
        WHERE b.id IN (SELECT i.parent_id FROM item i WHERE NOT EXISTS (SELECT FROM item o WHERE o.id = i.parent_id)))
    ), level AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY s.place, l.name, l.id) - 1 AS place, l.id, l.parent_id, l.rule,
        l.code, l.name, s.place AS station, l.is_row
      FROM (
        SELECT id, parent_id, rule, code, name, platform_id, company_id, subdivision_id, true AS is_row FROM item
        UNION ALL SELECT id, parent_id, rule, NULL, NULL, NULL, NULL, NULL, false FROM around
      ) l LEFT JOIN station s USING (platform_id, company_id, subdivision_id)
    ), rule AS MATERIALIZED (
      SELECT any_value(id) AS id, row_number() OVER () - 1 AS place, array_agg(place) AS spaces FROM level GROUP BY rule
    ), expired AS MATERIALIZED (${expiredUnits(period)}),
      ${isDaily ? takenByDay(period) : takenByBucket(period, places)}, ${marks(period, places)}
    SELECT json_build_object(
      'is_cut', (SELECT count(*) > ${most} FROM found),
      'rules', (SELECT coalesce(json_agg(json_build_object('capacity', a.capacity, 'unit', a.capacity_unit, 'days', a.days,
          'month_days', a.month_days, 'permit_until', a.permit_until, 'exceptions', a.exceptions, 'active',
          CASE WHEN a.active IS NOT NULL THEN json_build_object('from', lower(a.active), 'to', upper(a.active) - 1) END)
          ORDER BY r.place), '[]')
        FROM rule r JOIN inventory_items a ON a.id = r.id),
      'stations', (SELECT coalesce(json_agg(names ORDER BY place), '[]') FROM station),
      'levels', ${inColumns(
        ['id', 'parent', 'rule'],
        sql`(SELECT l.id, p.place AS parent, r.rule FROM level l LEFT JOIN level p ON p.id = l.parent_id
          JOIN (SELECT place AS rule, unnest(spaces) AS space FROM rule) r ON r.space = l.place ORDER BY l.place)`,
      )},
      'rows', ${inColumns(['code', 'name', 'station'], sql`(SELECT * FROM level WHERE is_row ORDER BY place)`)},
      'taken', ${inColumns(['space', 'at', isDaily ? 'capacity' : 'extra', 'held', 'booked', ...(isDaily ? [] : ['free', 'full'])], sql`taken`)},
      'marks', ${inColumns(['space', 'at', 'queued', 'offers', 'overridden'], sql`mark`)},
      'exclusive', ${inColumns(['space', 'first', 'last'], sql`exclusive`)})::text AS answer`);
  return row?.answer ?? 'null';
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
