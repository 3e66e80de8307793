import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { TrafficDay, TrafficUnit } from '@pauta/domain/postsales/traffic/traffic-day.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { unseen } from '../../resource/reading/record-columns.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';

/** More contracted units than these are not offered beside the day: the earliest ends come first. */
const mostUnplaced = 200;

const clientOf = (actor: AnyActor): Sql => sql`json_build_object('id', c.id, 'label',
  CASE WHEN ${rowVisibility(clients, actor, 'c')} THEN c.trade_name ELSE ${unseen} END)`;

/** What the distance of a quota's units depends on. */
const unitColumns = (
  actor: AnyActor,
): Sql => sql`q.id AS quota_id, q.description, ${clientOf(actor)} AS client,
  to_json(coalesce(industry_path(c.industry_id), '{}')) AS industries, l.ad_article_id AS article_id, q.duration_sec,
  preferences_of(q) AS wanted,
  json_build_object('id', k.id, 'label',
    CASE WHEN ${rowVisibility(contracts, actor, 'k')} THEN coalesce(k.number, k.name) ELSE ${unseen} END) AS contract`;

const unitJoins = sql`JOIN order_lines l ON l.id = q.order_line_id JOIN contracts k ON k.id = q.contract_id
  JOIN clients c ON c.id = q.client_id`;

/** One unit of a quota, as it would be placed. */
export const readUnit = async (
  database: Queryable,
  actor: AnyActor,
  quotaId: string,
  units = 1,
): Promise<TrafficUnit> => {
  const row = await database.one<TrafficUnit>(sql`
    SELECT ${unitColumns(actor)}, (q.cell_units::bigint * ${units})::float8 AS taken
    FROM quotas q ${unitJoins} WHERE q.id = ${quotaId}::uuid`);
  if (!row) throw new Error(`quota ${quotaId} is gone within its own transaction`);
  return row;
};

/**
 * The day of a station: its breaks with what is placed in them, what is placed outside of a break, and the contracted
 * units that are to be placed. One statement.
 *
 * @param station null: the first one that has breaks
 */
export const readTrafficDay = async (
  database: Queryable,
  actor: AnyActor,
  { station, day }: { readonly station: string | null; readonly day: string },
): Promise<TrafficDay> => {
  const row = await database.one<TrafficDay>(sql`
    WITH stations AS MATERIALIZED (
      SELECT s.id, s.name AS label FROM subdivisions s
      WHERE EXISTS (
        SELECT FROM inventory_items i
        WHERE i.subdivision_id = s.id AND i.airs_at IS NOT NULL AND i.status = 'active' AND i.archived_at IS NULL)
    ), station AS MATERIALIZED (
      SELECT * FROM stations WHERE id = ${station}::uuid OR ${station}::uuid IS NULL ORDER BY label, id LIMIT 1
    ), items AS MATERIALIZED (
      SELECT i.*, capacity_on(i, ${day}::date) AS capacity_today FROM inventory_items i JOIN station s ON s.id = i.subdivision_id
      WHERE i.kind = 'linear' AND i.archived_at IS NULL
    ), spots AS MATERIALIZED (
      SELECT i.id AS item_id, p.position, p.id AS placement_id, json_build_object('id', p.id, 'row_version', p.row_version,
        'quota_id', q.quota_id, 'order_line_id', q.order_line_id, 'contract', q.contract, 'space', i.name,
        'description', p.description, 'client', q.client, 'wanted', q.wanted, 'industries', q.industries, 'article_id', q.article_id,
        'taken', p.units::bigint * q.cell_units, 'duration_sec', p.duration_sec, 'status', p.status,
        'starts_on', p.starts_on, 'ends_on', p.ends_on, 'units', p.units, 'position', p.position, 'pinned', p.pinned,
        'locked', p.locked, 'separation_reason', p.separation_reason, 'makegood_of_id', p.makegood_of_id,
        'material', CASE WHEN s.status <> 'approved' THEN 'pending'
          WHEN p.media_file_id IS NOT NULL OR s.status = 'approved' THEN 'approved' ELSE 'none' END) AS spot
      FROM items i JOIN placements p ON p.inventory_item_id = i.id AND p.starts_on <= ${day}::date AND p.ends_on >= ${day}::date
        CROSS JOIN LATERAL (
          SELECT ${unitColumns(actor)}, q.order_line_id, q.package_item_id, q.cell_units FROM quotas q ${unitJoins}
          WHERE q.id = p.quota_id) q
        LEFT JOIN tech_sheets s ON s.order_line_id = q.order_line_id
          AND s.package_item_id IS NOT DISTINCT FROM q.package_item_id
      WHERE p.status <> 'cancelled'
    ), breaks AS (
      SELECT i.airs_at, i.id, json_build_object('id', i.id, 'name', i.name, 'airs_at', to_char(i.airs_at, 'HH24:MI'),
        'program', g.name, 'program_id', i.program_id, 'unit', i.capacity_unit, 'capacity', coalesce(o.capacity + o.extra, i.capacity_today),
        'taken', coalesce(o.held + o.booked, 0), 'article_id', i.ad_article_id,
        'articles', ARRAY(SELECT a.allowed_article_id FROM inventory_item_allowed_articles a WHERE a.inventory_item_id = i.id),
        'special', (
          SELECT e.reason FROM capacity_exceptions e
          WHERE e.inventory_item_id = i.id AND e.archived_at IS NULL AND e.dates @> ${day}::date),
        'official', coalesce((
          SELECT json_agg(json_build_object('institution', f.institution, 'title', f.title, 'duration_sec', f.duration_sec)
            ORDER BY f.created_at, f.id)
          FROM official_spots f WHERE f.inventory_item_id = i.id AND f.day = ${day}::date AND f.ended_at IS NULL), '[]'),
        'spots', coalesce((
          SELECT json_agg(x.spot ORDER BY x.position NULLS LAST, x.placement_id) FROM spots x WHERE x.item_id = i.id), '[]')) AS break
      FROM items i LEFT JOIN programs g ON g.id = i.program_id LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = ${day}::date
      WHERE i.airs_at IS NOT NULL
        AND (i.status = 'active' AND i.capacity_today > 0 OR EXISTS (SELECT FROM spots x WHERE x.item_id = i.id)
          OR i.status = 'active' AND EXISTS (
            SELECT FROM jsonb_array_elements(i.exceptions) AS e(one)
            WHERE ${day}::date BETWEEN (e.one ->> 'from')::date AND (e.one ->> 'to')::date))
    ), unplaced AS MATERIALIZED (
      SELECT upper(q.flight) AS ends, q.id, json_build_object('quota_id', q.quota_id, 'description', q.description,
        'client', q.client, 'industries', q.industries, 'article_id', q.article_id, 'duration_sec', q.duration_sec,
        'wanted', q.wanted, 'contract', q.contract, 'taken', q.cell_units, 'space', q.space, 'unplaced', q.unplaced,
        'flight', json_build_object('from', lower(q.flight), 'to', upper(q.flight) - 1)) AS quota
      FROM (
        SELECT ${unitColumns(actor)}, q.id, q.flight, q.unplaced, q.cell_units, i.name AS space
        FROM items i JOIN quotas q ON q.inventory_item_id = i.id AND q.unplaced > 0 AND q.flight @> ${day}::date ${unitJoins}
        WHERE contract_runs(k, ${day}::date) AND i.capacity_unit IN (SELECT b.capacity_unit FROM items b WHERE b.airs_at IS NOT NULL)
        ORDER BY upper(q.flight), q.id LIMIT ${mostUnplaced}) q
    )
    SELECT (SELECT coalesce(json_agg(json_build_object('id', id, 'label', label) ORDER BY label, id), '[]') FROM stations) AS stations,
      (SELECT json_build_object('id', id, 'label', label) FROM station) AS station, ${day}::text AS day,
      (SELECT json_build_object('client', t.client, 'industry', t.industry) FROM traffic_separation() t) AS separation,
      (SELECT coalesce(json_agg(break ORDER BY airs_at, id), '[]') FROM breaks) AS breaks,
      (SELECT coalesce(json_agg(x.spot ORDER BY i.name, x.placement_id), '[]')
        FROM spots x JOIN items i ON i.id = x.item_id WHERE i.airs_at IS NULL) AS loose,
      (SELECT coalesce(json_agg(quota ORDER BY ends, id), '[]') FROM unplaced) AS unplaced`);
  if (!row) throw new Error('a statement without a table answers a row');
  return row;
};
