import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { listConditions } from '../../resource/reading/list.ts';
import { tableOf } from '../../resource/table.ts';
import type { CapacityCell } from '../capacity/move-capacity.ts';
import type { Period } from './period.ts';

/** The most spaces that one answer has; a narrower filter shows the others. */
export const mostSpaces = 5000;

const table = tableOf(inventoryItems);

/**
 * Held units by space and day that no longer count, because their hold is past its time and has not been ended yet; in
 * the space and in every space that contains it.
 */
const expired = (days: Sql): Sql => sql`
  SELECT p AS item_id, c.day, sum(c.units)::integer AS units
  FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
  WHERE c.state = 'held' AND c.expires_at <= now() AND ${days}
  GROUP BY 1, 2`;

/**
 * Spaces that match a list's query and are on sale, as is every space that contains them, with what is taken of each in the period, as JSON text of
 * `{ rows, is_cut }`. Rows are those of `AvailabilityRow`, by platform, station and name. One statement.
 */
export const readAvailability = async (
  database: Queryable,
  query: ListQuery,
  actor: Actor,
  { from, to }: Period,
): Promise<string> => {
  const row = await database.one<{ answer: string }>(sql`
    WITH closed AS (
      SELECT a.id FROM inventory_items a WHERE (a.status <> 'active' OR a.archived_at IS NOT NULL)
        AND EXISTS (SELECT FROM inventory_items c WHERE c.parent_id = a.id)
    ), item AS MATERIALIZED (
      SELECT t.id, t.code, t.name, t.parent_id, t.capacity_unit, t.path, t.platform_id, t.subdivision_id
      FROM inventory_items t
      WHERE ${listConditions(table, query, actor)} AND t.status = 'active' AND t.archived_at IS NULL
        AND NOT t.path && ARRAY(SELECT id FROM closed) LIMIT ${mostSpaces + 1}
    ), member AS MATERIALIZED (
      SELECT i.id, p.one AS item_id, p.place FROM item i CROSS JOIN unnest(i.path) WITH ORDINALITY AS p(one, place)
    ), rule AS (
      SELECT m.id, json_agg(json_build_object('capacity', a.capacity, 'days', a.days, 'month_days', a.month_days,
        'permit_until', a.permit_until, 'exceptions', a.exceptions,
        'active', CASE WHEN a.active IS NOT NULL
          THEN json_build_object('from', lower(a.active), 'to', upper(a.active) - 1) END) ORDER BY m.place DESC) AS limits
      FROM member m JOIN inventory_items a ON a.id = m.item_id GROUP BY m.id
    ), expired AS MATERIALIZED (${expired(sql`c.day BETWEEN ${from}::date AND ${to}::date`)}), counter AS MATERIALIZED (
      SELECT o.item_id, o.day, o.capacity, o.held - coalesce(e.units, 0) AS held, o.booked,
        o.capacity + o.extra - o.held - o.booked + coalesce(e.units, 0) AS free
      FROM (SELECT DISTINCT item_id FROM member) m JOIN occupancy o USING (item_id)
        LEFT JOIN expired e USING (item_id, day)
      WHERE o.day BETWEEN ${from}::date AND ${to}::date
    ), cell AS (
      SELECT m.id, c.day - ${from}::date AS place, min(c.free) AS free,
        max(c.capacity) FILTER (WHERE c.item_id = m.id) AS capacity,
        coalesce(max(c.held) FILTER (WHERE c.item_id = m.id), 0) AS held,
        coalesce(max(c.booked) FILTER (WHERE c.item_id = m.id), 0) AS booked
      FROM member m JOIN counter c USING (item_id) GROUP BY 1, 2
    ), taken AS (
      SELECT id, json_agg(json_build_array(place, capacity, held, booked, free) ORDER BY place) AS cells
      FROM cell GROUP BY id
    )
    SELECT json_build_object(
      'is_cut', (SELECT count(*) > ${mostSpaces} FROM item),
      'rows', coalesce((
        SELECT json_agg(json_build_object('id', i.id, 'code', i.code, 'name', i.name, 'platform', p.name,
          'subdivision', s.name, 'parent_id', i.parent_id, 'capacity_unit', i.capacity_unit, 'limits', r.limits,
          'taken', coalesce(k.cells, '[]')) ORDER BY p.sort_order, p.name, s.sort_order, s.name, i.name, i.id)
        FROM (SELECT * FROM item LIMIT ${mostSpaces}) i
          JOIN platforms p ON p.id = i.platform_id JOIN subdivisions s ON s.id = i.subdivision_id
          JOIN rule r ON r.id = i.id LEFT JOIN taken k ON k.id = i.id), '[]'))::text AS answer`);
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
