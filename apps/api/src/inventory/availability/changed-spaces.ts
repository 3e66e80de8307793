import sql, { join, raw, type Sql } from 'sql-template-tag';

/** A record whose change may concern the availability of spaces. */
export interface ChangedRecord {
  /** Its table. */
  readonly entity: string;
  readonly id: string;
}

/** The spaces in which lines of a table are delivered. */
const inLines = (table: 'quote_lines' | 'order_lines', header: Sql): Sql => sql`
  SELECT s.inventory_item_id AS item_id FROM ${raw(table)} l
    CROSS JOIN LATERAL sold_components(l.inventory_item_id, l.package_id, l.days, l.units_per_day, l.units,
      l.duration_sec, l.components) s
  WHERE ${header}`;

/** The spaces `item_id` that records of a table take, offer or limit, by the ids of the records. */
const spacesOf: Readonly<Record<string, (ids: readonly string[]) => Sql>> = {
  inventory_items: (ids) => sql`SELECT unnest(${ids}::uuid[]) AS item_id`,
  holds: (ids) => sql`SELECT inventory_item_id AS item_id FROM holds WHERE id = ANY(${ids}::uuid[])`,
  capacity_exceptions: (ids) =>
    sql`SELECT inventory_item_id AS item_id FROM capacity_exceptions WHERE id = ANY(${ids}::uuid[])`,
  capacity_overrides: (ids) =>
    sql`SELECT inventory_item_id AS item_id FROM capacity_overrides WHERE id = ANY(${ids}::uuid[])`,
  exclusivities: (ids) => sql`
    SELECT s.id AS item_id FROM exclusivities e CROSS JOIN LATERAL exclusivity_spaces(e) AS s(id)
    WHERE e.id = ANY(${ids}::uuid[])`,
  quotes: (ids) => inLines('quote_lines', sql`l.quote_id = ANY(${ids}::uuid[])`),
  contracts: (ids) => inLines('order_lines', sql`l.contract_id = ANY(${ids}::uuid[])`),
  addenda: (ids) =>
    inLines(
      'order_lines',
      sql`l.contract_id IN (SELECT contract_id FROM addenda WHERE id = ANY(${ids}::uuid[]))`,
    ),
  placements: (ids) => sql`
    SELECT inventory_item_id AS item_id FROM placements
    WHERE contract_id IN (SELECT contract_id FROM placements WHERE id = ANY(${ids}::uuid[]))`,
};

/** Tables whose changes are announced to everybody who sees the availability. */
export const followedTables: readonly string[] = Object.keys(spacesOf);

export const isFollowed = (entity: string): boolean => Object.hasOwn(spacesOf, entity);

/**
 * The ids `root` of the trees of spaces that a change of these records may concern: of every tree all counters may have
 * changed.
 */
export const changedTrees = (records: readonly ChangedRecord[]): Sql => {
  const groups = [...Map.groupBy(records, ({ entity }) => entity)];
  const found = groups.flatMap(([entity, of]) => spacesOf[entity]?.(of.map(({ id }) => id)) ?? []);
  return sql`SELECT DISTINCT i.path[1] AS root FROM (${join(found, ' UNION ')}) s JOIN inventory_items i ON i.id = s.item_id`;
};
