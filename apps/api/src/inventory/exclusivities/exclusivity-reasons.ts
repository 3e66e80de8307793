import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, type Problem } from '../../platform/http/problem.ts';
import type { CapacityCell } from '../capacity/move-capacity.ts';

interface Exclusivity {
  readonly space: string;
  readonly industry: string;
  readonly source: string;
  readonly until: string;
}

/** What is exclusive, since what, and until when. Whose it is stands in the list of exclusivities. */
const reasonOf = ({ space, industry, source, until }: Exclusivity): Reason => ({
  code: 'exclusive',
  text:
    `«${space}» está en exclusiva para otro cliente de ${industry} hasta el ${formatCivilDate(until)}: ${source}. ` +
    'Elija otros días u otro espacio.',
});

const facts = sql`i.name AS space, n.name AS industry, e.source, (upper(e.dates) - 1)::text AS until`;

/** The exclusivity that keeps a client out of some cells, as a refusal; null if there is none. */
export const exclusivityRefusal = async (
  database: Queryable,
  clientId: string,
  cells: readonly CapacityCell[],
): Promise<Problem | null> => {
  const row = await database.one<Exclusivity>(sql`
    SELECT ${facts} FROM (
        SELECT item_id, daterange(min(day), max(day), '[]') AS days, array_agg(day) AS all_days
        FROM unnest(${cells.map(({ itemId }) => itemId)}::uuid[], ${cells.map(({ day }) => day)}::date[]) AS c(item_id, day)
        GROUP BY 1) s
      CROSS JOIN LATERAL exclusivities_against(${clientId}::uuid, s.item_id, s.days) e
      JOIN inventory_items i ON i.id = s.item_id JOIN industries n ON n.id = e.industry_id
    WHERE EXISTS (SELECT FROM unnest(s.all_days) AS d(day) WHERE e.dates @> d.day)
    ORDER BY upper(e.dates) DESC LIMIT 1`);
  return row === undefined ? null : conflict('exclusive', reasonOf(row).text);
};

/**
 * Why the lines of sales documents are against exclusivities of others, by the id of the document; one statement.
 *
 * @param spaces rows `(id, client_id, item_id, flight)` of the documents
 */
export const exclusivityReasons = async (
  database: Queryable,
  spaces: Sql,
): Promise<Map<string, Reason[]>> => {
  const rows = await database.query<Exclusivity & { readonly id: string }>(sql`
    SELECT DISTINCT ON (s.id, i.id, e.id) s.id, ${facts}
    FROM (${spaces}) s CROSS JOIN LATERAL exclusivities_against(s.client_id, s.item_id, s.flight) e
      JOIN inventory_items i ON i.id = s.item_id JOIN industries n ON n.id = e.industry_id`);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, found]) => [id, found.map(reasonOf)]));
};

const documents = {
  quotes: raw('quotes d JOIN quote_lines l ON l.quote_id = d.id'),
  contracts: raw('contracts d JOIN contract_lines l ON l.contract_id = d.id'),
};

/** The spaces of the lines of sales documents, and of the components of their packages, as `exclusivityReasons` takes them. */
export const spacesOfLines = (of: keyof typeof documents, ids: readonly string[]): Sql =>
  sql`SELECT d.id, d.client_id, s.inventory_item_id AS item_id, l.flight
    FROM ${documents[of]} CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day,
      l.units, l.duration_sec, l.components) s
    WHERE d.id = ANY(${ids}::uuid[]) AND s.inventory_item_id IS NOT NULL AND l.flight IS NOT NULL`;
