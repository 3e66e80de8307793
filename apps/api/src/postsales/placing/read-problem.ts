import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type {
  PlacedNeighbour,
  PlacingCell,
  PlacingLine,
  PlacingProblem,
} from '@pauta/domain/postsales/placing/placing-problem.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';

/** The most units of one plan. */
const mostUnits = 20_000;

interface BreakRow {
  readonly item: string;
  readonly day: string;
  readonly airs_at: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly articles: readonly string[];
  readonly article_id: string | null;
  readonly program_id: string | null;
  readonly spots: readonly PlacedNeighbour[];
}

interface LineRow extends Omit<PlacingLine, 'cells' | 'placement' | 'carried'> {
  readonly dated: string | null;
  readonly carried: PlacingLine['carried'] | null;
  readonly cells: readonly { readonly item: string; readonly day: string; readonly units: number }[];
}

/**
 * What a plan places and where there is room, from today on. It takes what is booked and not placed of running
 * contracts, on its days; what was left over on days that are over, on any day; and what has its day and no break yet.
 *
 * @throws Problem 409 if it is too much for one plan
 */
export const readProblem = async (database: Queryable, plan: AnyRecord): Promise<PlacingProblem> => {
  const { from, to } = plan.period as DateRange;
  const station = referenceId(plan.subdivision_id);
  const days = sql`(
    SELECT day::date FROM generate_series(greatest(${from}::date, business_date()), ${to}::date, interval '1 day') AS g(day)) AS d`;
  const breaks = await database.query<BreakRow & object>(sql`
    SELECT i.id AS item, d.day::text AS day, to_char(i.airs_at, 'HH24:MI') AS airs_at, i.name, i.path,
      ARRAY(SELECT a.allowed_article_id FROM inventory_item_allowed_articles a WHERE a.inventory_item_id = i.id) AS articles,
      i.ad_article_id AS article_id, i.program_id, coalesce(s.spots, '[]') AS spots
    FROM inventory_items i CROSS JOIN ${days} LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('client', q.client_id, 'industries',
        to_json(coalesce(industry_path(c.industry_id), '{}')), 'place', nullif(q.wanted_place, 'any'))
        ORDER BY p.position, p.id) AS spots
      FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN clients c ON c.id = q.client_id
      WHERE p.inventory_item_id = i.id AND p.starts_on <= d.day AND p.ends_on >= d.day AND p.position IS NOT NULL
        AND p.status IN ('scheduled', 'confirmed', 'aired')) s ON true
    WHERE i.subdivision_id = ${station}::uuid AND i.kind = 'linear' AND i.airs_at IS NOT NULL
      AND (s.spots IS NOT NULL OR capacity_on(i, d.day) > 0)
    ORDER BY d.day, i.airs_at, i.id`);
  const open = new Set(
    (
      await database.query<{ id: string }>(sql`
        SELECT i.id FROM inventory_items i
        WHERE i.subdivision_id = ${station}::uuid AND i.airs_at IS NOT NULL AND NOT EXISTS (
          SELECT FROM inventory_items a WHERE a.id = ANY (i.path) AND (a.status <> 'active' OR a.archived_at IS NOT NULL))`)
    ).map(({ id }) => id),
  );
  const rooms = await database.query<{ item: string; day: string; free: number } & object>(sql`
    SELECT i.id AS item, d.day::text AS day,
      coalesce(o.capacity + o.extra - o.held - o.booked, capacity_on(i, d.day))::float8 AS free
    FROM inventory_items i CROSS JOIN ${days} LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d.day
    WHERE i.subdivision_id = ${station}::uuid AND i.kind = 'linear'
    ORDER BY i.id, d.day`);
  const client = referenceId(plan.client_id);
  const contract = referenceId(plan.contract_id);
  const lines = await database.query<LineRow & object>(sql`
    WITH items AS MATERIALIZED (
      SELECT i.id FROM inventory_items i
      WHERE i.subdivision_id = ${station}::uuid AND i.kind = 'linear' AND (i.airs_at IS NOT NULL OR EXISTS (
        SELECT FROM inventory_items b WHERE b.path @> ARRAY[i.id] AND b.airs_at IS NOT NULL AND b.subdivision_id = i.subdivision_id))
    ), wanted AS MATERIALIZED (
      SELECT q.* FROM quotas q JOIN contracts k ON k.id = q.contract_id
      WHERE (q.client_id = ${client}::uuid OR ${client}::uuid IS NULL)
        AND (q.contract_id = ${contract}::uuid OR ${contract}::uuid IS NULL) AND contract_runs(k)
        AND q.inventory_item_id IN (SELECT id FROM items)
        AND q.flight && daterange(greatest(${from}::date, business_date()), ${to}::date, '[]')
    ), late AS MATERIALIZED (
      SELECT q.id AS quota_id, late_until(q) AS until, sum(d.units)::integer AS units,
        json_agg(json_build_object('item', d.item_id, 'day', d.day, 'units', d.units) ORDER BY d.day, d.item_id) AS carried
      FROM quotas q CROSS JOIN LATERAL late_days(q) d
      WHERE q.id IN (SELECT id FROM wanted WHERE unplaced > 0 AND lower(flight) < business_date()) GROUP BY q.id
    ), late_units AS (
      SELECT t.quota_id, NULL::uuid AS dated, t.units, c.cells, t.carried
      FROM late t JOIN wanted q ON q.id = t.quota_id JOIN contracts k ON k.id = q.contract_id CROSS JOIN LATERAL (
        SELECT json_agg(json_build_object('item', q.inventory_item_id, 'day', d.day, 'units', t.units) ORDER BY d.day) AS cells
        FROM ${days} WHERE d.day <= t.until AND q.flight @> d.day AND contract_runs(k, d.day)) c
      WHERE c.cells IS NOT NULL
    ), new_units AS (
      SELECT q.id AS quota_id, NULL::uuid AS dated, q.unplaced::integer - coalesce(t.units, 0) AS units, c.cells, NULL::json AS carried
      FROM wanted q LEFT JOIN late t ON t.quota_id = q.id JOIN contracts k ON k.id = q.contract_id CROSS JOIN LATERAL (
        SELECT json_agg(json_build_object('item', c.item_id, 'day', c.day, 'units', f.units) ORDER BY c.day, c.item_id) AS cells
        FROM (
          SELECT item_id, day, sum(units) AS units FROM capacity_cells
          WHERE order_line_id = q.order_line_id AND day BETWEEN greatest(${from}::date, business_date()) AND ${to}::date
            AND (item_id = q.inventory_item_id
              OR item_id NOT IN (SELECT x.inventory_item_id FROM quotas x WHERE x.order_line_id = q.order_line_id))
          GROUP BY item_id, day) c
          CROSS JOIN LATERAL (
            SELECT (c.units - coalesce(sum(p.units::bigint * x.cell_units), 0))::bigint / q.cell_units AS units
            FROM quotas x JOIN placements p ON p.quota_id = x.id
            WHERE x.order_line_id = q.order_line_id AND p.inventory_item_id = c.item_id AND p.status <> 'cancelled'
              AND c.day BETWEEN p.starts_on AND p.ends_on) f
        WHERE f.units > 0 AND contract_runs(k, c.day)) c
      WHERE q.unplaced > coalesce(t.units, 0) AND c.cells IS NOT NULL
    ), dated_units AS (
      SELECT q.id AS quota_id, p.id AS dated, 1 AS units,
        json_build_array(json_build_object('item', p.inventory_item_id, 'day', p.starts_on, 'units', 1)) AS cells,
        NULL::json AS carried
      FROM wanted q JOIN placements p ON p.quota_id = q.id
      WHERE ${plan.with_dated === true} AND p.status IN ('scheduled', 'confirmed') AND p.position IS NULL AND NOT p.pinned
        AND NOT p.locked AND p.units = 1 AND p.starts_on = p.ends_on AND p.inventory_item_id IN (SELECT id FROM items)
        AND p.starts_on BETWEEN greatest(${from}::date, business_date()) AND ${to}::date
    )
    SELECT q.id AS quota, u.dated, q.client_id AS client, to_json(coalesce(industry_path(c.industry_id), '{}')) AS industries,
      l.ad_article_id AS article_id, q.cell_units AS taken, CASE WHEN l.line_kind = 'bonus' THEN 1 ELSE 0 END AS priority,
      u.units, u.cells, u.carried, preferences_of(q) AS wanted, json_build_object('from', lower(q.flight), 'to', upper(q.flight) - 1) AS flight,
      CASE WHEN u.dated IS NULL THEN coalesce(m.materials, '[]') ELSE '[]' END AS materials
    FROM (
        SELECT quota_id, dated, units, cells, carried FROM dated_units
        UNION ALL SELECT quota_id, dated, units, cells, carried FROM new_units
        UNION ALL SELECT quota_id, dated, units, cells, carried FROM late_units) u
      JOIN quotas q ON q.id = u.quota_id
      JOIN clients c ON c.id = q.client_id JOIN order_lines l ON l.id = q.order_line_id LEFT JOIN LATERAL (
        SELECT json_agg(json_build_object('id', f.id, 'until', f.rights_until) ORDER BY i.place) AS materials
        FROM tech_sheets s JOIN tech_sheet_items i ON i.tech_sheet_id = s.id JOIN media_files f ON f.id = i.media_file_id
        WHERE s.order_line_id = q.order_line_id AND s.package_item_id IS NOT DISTINCT FROM q.package_item_id
          AND s.status = 'approved' AND f.status = 'available' AND f.kind IN ('video', 'audio')) m ON true
    ORDER BY u.dated IS NULL, upper(q.flight), q.id, u.dated, u.carried IS NULL`);
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  if (units > mostUnits)
    throw refusalOf([
      {
        code: 'too_many',
        text: `Son ${formatCount(units)} anuncios; un plan lleva hasta ${formatCount(mostUnits)}. Elija un periodo más corto, un cliente o un contrato.`,
      },
    ]);
  const places = new Map(rooms.map(({ item, day }, index) => [`${item} ${day}`, index]));
  const [since, until] = [plan.preferred_from, plan.preferred_to];
  const separation = await database.one<{ client: number; industry: number }>(
    sql`SELECT client, industry FROM traffic_separation()`,
  );
  return {
    separation: separation ?? { client: 0, industry: 0 },
    preferred: since && until ? { from: String(since), to: String(until) } : null,
    rooms,
    breaks: breaks.map(({ item, path, articles, ...one }) => ({
      ...one,
      // A closed one takes nothing, and what is in it keeps its distance from others.
      rooms: open.has(item)
        ? [item, ...path.toReversed().filter((id) => id !== item)].flatMap(
            (id) => places.get(`${id} ${one.day}`) ?? [],
          )
        : [],
      articles,
    })),
    lines: lines.map(({ dated, cells, carried, ...line }) => ({
      ...line,
      ...(carried !== null && { carried }),
      ...(dated !== null && { placement: dated }),
      cells: cells.flatMap(({ item, day, units: count }): PlacingCell[] => {
        const room = places.get(`${item} ${day}`);
        return room === undefined ? [] : [{ room, units: count }];
      }),
    })),
  };
};
