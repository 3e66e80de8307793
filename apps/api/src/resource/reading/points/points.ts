import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { LocationOptions } from '@pauta/domain/kinds/location.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { quoted, type ResourceTable } from '../../table.ts';
import { listConditions } from '../list.ts';

/** The most rows of a list that one answer covers; a narrower filter shows the others. */
export const mostPoints = 20_000;

const literal = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`;

/** SQL of whether a record without a place should have one, by the condition of its field; on the row `t`. */
const shouldHavePlace = ({ when }: LocationOptions): string => {
  if (!when) return 'true';
  const column = `t.${quoted(when.field)}`;
  return when.is === 'given'
    ? `${column} IS NOT NULL`
    : `coalesce(${column}::text IN (${when.is.map(literal).join(', ')}), false)`;
};

/**
 * SQL of a text column of `p` as JSON. The answer is put together as text, and only what needs escaping is escaped:
 * both halve the time for many rows.
 */
const jsonText = (name: string): string =>
  `CASE WHEN p.${name} ~ '["\\\\[:cntrl:]]' THEN to_json(p.${name})::text ELSE coalesce('"' || p.${name} || '"', 'null') END`;

/**
 * The places of the rows of a list, as JSON text of `{ points, total, missing, others, is_cut }`; one statement. A point
 * is `[id, code, name, latitude, longitude, category]`. `missing` are rows that should have a place and have none,
 * `others` rows without one that are not on a map at all, such as a radio spot. The three numbers add up to the list,
 * unless it is cut.
 */
export const readPoints = async (
  database: Queryable,
  table: ResourceTable,
  field: Field<string, LocationOptions>,
  query: ListQuery,
  actor: Actor,
): Promise<string> => {
  const { latitude, longitude, category } = field.options;
  const column = (name: string | undefined): string => (name === undefined ? 'NULL' : `t.${quoted(name)}`);
  const row = await database.one<{ answer: string }>(sql`
    SELECT '{"points":[' || coalesce(string_agg('["' || p.id || '",' || ${raw(jsonText('code'))} || ','
        || ${raw(jsonText('title'))} || ',' || trim_scale(p.latitude) || ',' || trim_scale(p.longitude) || ','
        || ${raw(jsonText('category'))} || ']', ',') FILTER (WHERE is_placed), '')
      || '],"total":' || count(*) FILTER (WHERE is_placed)
      || ',"missing":' || count(*) FILTER (WHERE NOT is_placed AND is_due)
      || ',"others":' || count(*) FILTER (WHERE NOT is_placed AND NOT is_due)
      || ',"is_cut":' || (count(*) > ${mostPoints}) || '}' AS answer
    FROM (
      SELECT t.id, ${raw(column(table.code))} AS code, ${raw(column(table.resource.title))} AS title,
        ${raw(column(latitude))} AS latitude, ${raw(column(longitude))} AS longitude,
        ${raw(column(category))} AS category, ${raw(shouldHavePlace(field.options))} AS is_due,
        ${raw(column(latitude))} IS NOT NULL AND ${raw(column(longitude))} IS NOT NULL AS is_placed
      FROM ${raw(quoted(table.name))} t WHERE ${listConditions(table, query, actor)} LIMIT ${mostPoints + 1}) p`);
  if (!row) throw new Error('an aggregate answers one row');
  return row.answer;
};
