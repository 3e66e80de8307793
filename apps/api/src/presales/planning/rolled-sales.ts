import sql, { raw, type Sql } from 'sql-template-tag';

/** What a line of a sales budget plans by. An empty part stands for all of them. */
const parts = [
  'platform_id',
  'division_id',
  'subdivision_id',
  'inventory_category_id',
  'ad_classification_id',
];

/** The twelve months of a group of rows with `month` and `amount`. */
export const monthsArray = (condition = 'true'): Sql =>
  raw(
    `ARRAY[${Array.from(
      { length: 12 },
      (_, at) =>
        `coalesce(sum(amount) FILTER (WHERE month = ${at + 1} AND ${condition}), 0)::numeric(18,2)::text`,
    ).join(', ')}]`,
  );

/** Writes the five parts, as `between` joins them. */
export const eachPart = (write: (name: string) => string, between = ', '): Sql =>
  raw(parts.map(write).join(between));

/** Stands for an empty part: two empty values are not equal in SQL. As an id, since a text would be made of each one. */
const none = "'00000000-0000-0000-0000-000000000000'::uuid";

/** Whether two rows have the same parts, the empty ones too. */
export const sameParts = (one: string, other: string): Sql =>
  eachPart((name) => `coalesce(${one}.${name}, ${none}) = coalesce(${other}.${name}, ${none})`, ' AND ');

/**
 * CTEs `credits`, `sold`, `wanted` and `rolled`: credits of sales, what was sold by part, each combination of parts that
 * lines of a budget name, and what was sold of it. Sales are summed for each combination over exactly the parts that it
 * names, so that lines find theirs by equality: compared with each line they took seconds for thousands of lines.
 *
 * Parts are those of `sold_parts`, which looks them up for one order line.
 *
 * @param columns columns of `credits` by which sales are summed besides
 * @param credits rows `(order_line_id, amount)` with these columns
 */
export const rolledSales = (budget: string, columns: readonly string[], credits: Sql): Sql => {
  const kept = raw(columns.map((name) => `s.${name}`).join(', '));
  const places = raw(Array.from({ length: columns.length + parts.length }, (_, at) => at + 1).join(', '));
  return sql`
    credits AS MATERIALIZED (
      SELECT s.*, ${eachPart((name) => `o.${name}`)}, o.is_package
      FROM (${credits}) s JOIN sold_lines o ON o.order_line_id = s.order_line_id),
    sold AS MATERIALIZED (
      SELECT ${kept}, ${eachPart((name) => `s.${name}`)}, sum(s.amount) AS amount
      FROM (
        SELECT ${kept}, ${eachPart((name) => `s.${name}`)}, s.amount FROM credits s WHERE NOT s.is_package
        UNION ALL
        SELECT ${kept}, part.platform_id, part.division_id, part.subdivision_id, part.inventory_category_id,
          s.ad_classification_id, part.amount
        FROM credits s JOIN order_lines o ON o.id = s.order_line_id
          CROSS JOIN LATERAL sold_package_parts(o, s.amount) part
        WHERE s.is_package) s
      GROUP BY ${places}),
    wanted AS MATERIALIZED (
      SELECT DISTINCT ${eachPart((name) => `l.${name}`)} FROM sales_budget_lines l WHERE l.sales_budget_id = ${budget}::uuid),
    masks AS (SELECT DISTINCT ${eachPart((name) => `${name} IS NOT NULL AS by_${name}`)} FROM wanted),
    rolled AS MATERIALIZED (
      SELECT ${kept}, ${eachPart((name) => `CASE WHEN m.by_${name} THEN s.${name} END AS ${name}`)},
        sum(s.amount) AS amount
      FROM sold s JOIN masks m ON ${eachPart((name) => `(NOT m.by_${name} OR s.${name} IS NOT NULL)`, ' AND ')}
      GROUP BY ${places})`;
};
