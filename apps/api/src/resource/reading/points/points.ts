import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { LocationOptions } from '@pauta/domain/kinds/location.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import sql, { raw } from 'sql-template-tag';
import type { Actor } from '../../../platform/access.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { quoted, type ResourceTable } from '../../table.ts';
import { listConditions } from '../list.ts';

/** The most points that one answer has; a narrower filter shows the others. */
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
 * The places of the rows of a list, as JSON text of `{ points, total, missing, others, is_cut }`; one statement. A point
 * is `[id, code, name, latitude, longitude, category]`. `missing` are rows that should have a place and have none,
 * `others` rows without one that are not on a map at all, such as a radio spot. The three numbers add up to the list.
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
  const text = (name: string): string => `coalesce(to_json(p.${name})::text, 'null')`;
  const row = await database.one<{ answer: string }>(sql`
    WITH found AS MATERIALIZED (
      SELECT t.id, ${raw(column(table.code))} AS code, ${raw(column(table.resource.title))} AS title,
        ${raw(column(latitude))} AS latitude, ${raw(column(longitude))} AS longitude,
        ${raw(column(category))} AS category, ${raw(shouldHavePlace(field.options))} AS is_due
      FROM ${raw(quoted(table.name))} t WHERE ${listConditions(table, query, actor)}
    ), counts AS (
      SELECT count(*) FILTER (WHERE latitude IS NOT NULL AND longitude IS NOT NULL) AS total,
        count(*) FILTER (WHERE (latitude IS NULL OR longitude IS NULL) AND is_due) AS missing,
        count(*) FILTER (WHERE (latitude IS NULL OR longitude IS NULL) AND NOT is_due) AS others
      FROM found
    )
    -- Text is put together here, because building a JSON value of every row takes twice as long.
    SELECT '{"points":[' || coalesce((
        SELECT string_agg('["' || p.id || '",' || ${raw(text('code'))} || ',' || ${raw(text('title'))} || ','
          || trim_scale(p.latitude) || ',' || trim_scale(p.longitude) || ',' || ${raw(text('category'))} || ']', ',')
        FROM (SELECT * FROM found WHERE latitude IS NOT NULL AND longitude IS NOT NULL LIMIT ${mostPoints}) p), '')
      || '],"total":' || total || ',"missing":' || missing || ',"others":' || others
      || ',"is_cut":' || (total > ${mostPoints}) || '}' AS answer
    FROM counts`);
  if (!row) throw new Error('an aggregate answers one row');
  return row.answer;
};
