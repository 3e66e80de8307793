import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { daysInWords } from '@pauta/domain/postsales/transmission/days-in-words.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

/** What a station airs for a contract. */
export interface StationOrder {
  readonly station: string;
  /** Cells of the lines: renglón, vuelo, contratadas, colocadas. */
  readonly lines: readonly (readonly string[])[];
  /** Cells of what is placed: hora, corte, código, material, segundos, días, unidades. */
  readonly spots: readonly (readonly string[])[];
}

/** A contract, for the head of its order. */
export interface OrderedContract {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  readonly company_id: string;
  readonly client: string;
  readonly agency: string | null;
  readonly flight: string;
  readonly signed_on: string | null;
  /** The last change of what the order says. */
  readonly at: string;
}

interface LineRow {
  readonly station_id: string;
  readonly station: string;
  readonly description: string;
  readonly first: string;
  readonly last: string;
  readonly contracted: string;
  readonly placed: string;
}

interface SpotRow {
  readonly station_id: string;
  readonly airs_at: string | null;
  readonly space: string;
  readonly house_number: string | null;
  readonly title: string | null;
  readonly seconds: number | null;
  readonly instructions: string | null;
  readonly units: string;
  readonly days: readonly { readonly from: string; readonly to: string }[];
}

/** The contract, if something of it is aired by a station and the actor may see it. */
export const readOrderedContract = (
  database: Queryable,
  id: string,
  actor: Actor,
): Promise<OrderedContract | undefined> =>
  database.one<OrderedContract & object>(sql`
    SELECT c.id, c.number, c.name, c.company_id, k.trade_name AS client, a.trade_name AS agency, c.signed_on::text,
      daysof.first || '|' || daysof.last AS flight,
      to_char(greatest(c.updated_at, (SELECT max(p.updated_at) FROM placements p WHERE p.contract_id = c.id)) AT TIME ZONE 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
    FROM contracts c JOIN clients k ON k.id = c.client_id LEFT JOIN agencies a ON a.id = c.agency_id
      CROSS JOIN LATERAL (
        SELECT min(lower(t.flight))::text AS first, (max(upper(t.flight)) - 1)::text AS last
        FROM quotas t JOIN inventory_items i ON i.id = t.inventory_item_id
        WHERE t.contract_id = c.id AND i.kind = 'linear' AND ${scopeCondition(quotas, actor)}) daysof
    WHERE c.id = ${id}::uuid AND daysof.first IS NOT NULL`);

/**
 * The order of transmission of a contract, station by station: its lines, and what is placed, grouped by space and
 * material with its days.
 *
 * @param space only the station of this space
 */
export const readStationOrders = async (
  database: Queryable,
  { contract, space }: { readonly contract: string; readonly space: string | null },
  actor: Actor,
): Promise<readonly StationOrder[]> => {
  const ofStation = sql`(${space}::uuid IS NULL OR i.subdivision_id = (SELECT subdivision_id FROM inventory_items WHERE id = ${space}::uuid))`;
  const [lines, spots] = [
    await database.query<LineRow & object>(sql`
      SELECT i.subdivision_id AS station_id, s.name AS station, t.description, lower(t.flight)::text AS first,
        (upper(t.flight) - 1)::text AS last, t.contracted::text, t.placed::text
      FROM quotas t JOIN inventory_items i ON i.id = t.inventory_item_id JOIN subdivisions s ON s.id = i.subdivision_id
      WHERE t.contract_id = ${contract}::uuid AND i.kind = 'linear' AND ${ofStation} AND ${scopeCondition(quotas, actor)}
      ORDER BY s.name, s.id, lower(t.flight), t.description, t.id`),
    await database.query<SpotRow & object>(sql`
      SELECT i.subdivision_id AS station_id, to_char(i.airs_at, 'HH24:MI') AS airs_at, i.name AS space, m.house_number, m.title,
        p.duration_sec AS seconds, p.instructions, sum(p.load)::text AS units,
        jsonb_agg(jsonb_build_object('from', p.starts_on, 'to', p.ends_on) ORDER BY p.starts_on, p.id) AS days
      FROM placements p JOIN quotas t ON t.id = p.quota_id JOIN inventory_items i ON i.id = p.inventory_item_id
        LEFT JOIN media_files m ON m.id = p.media_file_id
      WHERE t.contract_id = ${contract}::uuid AND i.kind = 'linear' AND p.status IN ('scheduled', 'confirmed', 'aired')
        AND ${ofStation} AND ${scopeCondition(quotas, actor)}
      GROUP BY i.id, m.id, p.duration_sec, p.instructions
      ORDER BY i.airs_at NULLS LAST, i.name, i.id, m.house_number, min(p.starts_on)`),
  ];
  return [...Map.groupBy(lines, ({ station_id }) => station_id)].map(([id, own]) => ({
    station: own[0]?.station ?? '',
    lines: own.map(({ description, first, last, contracted, placed }) => [
      description,
      daysInWords([{ from: first, to: last }]),
      formatCount(Number(contracted)),
      formatCount(Number(placed)),
    ]),
    spots: spots
      .filter(({ station_id }) => station_id === id)
      .map(({ airs_at, space: name, house_number, title, seconds, instructions, units, days }) => [
        airs_at ?? '—',
        name,
        house_number ?? '—',
        [title ?? 'Por recibir', instructions].filter(Boolean).join('. '),
        seconds === null ? '—' : formatCount(seconds),
        daysInWords(days),
        formatCount(Number(units)),
      ]),
  }));
};
